"""DPCLS."""

from __future__ import annotations

import warnings
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from sklearn.utils._param_validation import Interval, StrOptions

from plclust._kernels.confidence import project_on_candidates
from plclust.classify._base import DecisionClassifier, check_memory
from plclust.classify._kernel_ridge import KernelRidgeWithIntercept
from plclust.disambiguation import solve_quadratic, uniform_confidence
from plclust.graph import fit_neighbors, neighbor_graph, symmetrize, degrees
from plclust.typing import BoolArray, FloatArray
from scipy import linalg, sparse

class DPCLS(DecisionClassifier):
    def __init__(self, n_neighbors=10, *, lam=0.05, alpha=1e-2, beta=1e-3, disambiguation="exact", max_iter=800, tol=1e-8, n_jobs=None, ftol=1e-6):
        self.n_neighbors=n_neighbors; self.lam=lam; self.alpha=alpha; self.beta=beta; self.disambiguation=disambiguation
        self.max_iter=max_iter; self.tol=tol; self.n_jobs=n_jobs; self.ftol=ftol
    _parameter_constraints: ClassVar = {}

    def _fit(self, X, candidates):
        n=len(X)
        k=min(self.n_neighbors,n-1)
        g=neighbor_graph(fit_neighbors(X,k),k)
        far=g.data.reshape(n,k)[:,-1].mean()
        g.data=np.exp(-(g.data/far)**2)
        W=symmetrize(g)
        L=np.diag(degrees(W))-W.toarray()
        e,Q=linalg.eigh(L)
        known=(candidates.astype(float)@candidates.T)==0
        reg=self._regressor=KernelRidgeWithIntercept(X,self.lam)
        F=uniform_confidence(candidates)
        E=np.zeros((n,n)); Phi=np.zeros((n,n)); mu=1e-4
        its=[]; T=[0]*4
        for it in range(1,self.max_iter+1):
            t0=time.perf_counter()
            O=reg.fit(F)
            T[0]+=time.perf_counter()-t0;t0=time.perf_counter()
            Es=(E+E.T)/2
            if self.disambiguation=="exact":
                H=Es.copy(); H.flat[::n+1]+=1/self.alpha
                r=solve_quadratic(H,O/self.alpha,candidates,start=F,tol=self.ftol)
                F=r.values; its.append(r.n_iter)
            else:
                half=0.5 if self.disambiguation=="halved" else 1.
                scratch=np.empty(F.shape[1])
                for i in range(n):
                    pull=Es[i]@F-Es[i,i]*F[i]
                    row=(O[i]-half*self.alpha*pull)/(1+self.alpha*Es[i,i])
                    project_on_candidates(row,candidates[i],scratch); F[i]=row
            T[1]+=time.perf_counter()-t0;t0=time.perf_counter()
            D=((mu*E-Phi)@Q/(2*self.beta*e+mu))@Q.T
            T[2]+=time.perf_counter()-t0;t0=time.perf_counter()
            E=D+Phi/mu-(self.alpha/mu)*(F@F.T)
            E[known]=1
            E.clip(0,1,out=E)
            R=D-E
            T[3]+=time.perf_counter()-t0
            if abs(R).max()<self.tol: break
            Phi+=mu*R
            mu=min(1.1*mu,1e10)
        self.info=(it,np.mean(its) if its else 0,T,linalg.eigvalsh(Es)[[0,-1]])
        return F
    def _scores(self, X):
        return self._regressor.predict(X)
import time
