"""Weighted sums of rows on the vector units of the processor.

A row of label confidences is a dozen numbers long: too short for the compiler to make use of vector
instructions by itself. So they are asked for by name, in the language of the compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic


def sum_of_lanes(width: int) -> Callable[..., None]:
    """A function for kernels that adds up two groups of `width` columns of weighted rows.

    It lets ``out[i, c:c + width]`` be the sum of ``weights[e] * rows[indices[e], c:c + width]``
    over e from `begin` to `end`, for c the one column given and the other. Arrays are in C order
    and floats of one type; nothing is checked.
    """

    @intrinsic
    def sum_rows(
        context: Any,
        indices: Any,
        weights: Any,
        begin: Any,
        end: Any,
        rows: Any,
        one: Any,
        other: Any,
        out: Any,
        i: Any,
    ) -> Any:
        place = types.intp
        signature = types.void(indices, weights, place, place, rows, place, place, out, place)
        return signature, _code_of_sum(width)

    function: Callable[..., None] = sum_rows
    return function


def _code_of_sum(width: int) -> Callable[..., Any]:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def array(position: int) -> Any:
            kind = signature.args[position]
            return context.make_array(kind)(context, builder, arguments[position])

        indices, weights, rows, out = array(0), array(1), array(4), array(7)
        begin, end, columns, i = arguments[2], arguments[3], arguments[5:7], arguments[8]
        number = signature.args[4].dtype
        alignment = number.bitwidth // 8
        place = context.get_value_type(types.intp)
        lanes = ir.VectorType(context.get_value_type(number), width)
        everywhere = ir.Constant(ir.VectorType(ir.IntType(32), width), [0] * width)
        n_columns = builder.extract_value(rows.shape, 1)

        def lanes_of(matrix: Any, row: Any, column: Any) -> Any:
            position = builder.add(builder.mul(row, n_columns), column)
            return builder.bitcast(builder.gep(matrix.data, [position]), lanes.as_pointer())

        zero = ir.Constant(lanes, [0.0] * width)
        totals = [cgutils.alloca_once_value(builder, zero) for _ in columns]
        step = ir.Constant(place, 1)
        with cgutils.for_range_slice(builder, begin, end, step) as (entry, _):
            row = builder.load(builder.gep(indices.data, [entry]))
            if row.type != place:
                row = builder.sext(row, place)
            weight = builder.load(builder.gep(weights.data, [entry]))
            first = builder.insert_element(zero, weight, ir.Constant(ir.IntType(32), 0))
            factor = builder.shuffle_vector(first, zero, everywhere)
            for total, column in zip(totals, columns, strict=True):
                part = builder.load(lanes_of(rows, row, column), align=alignment)
                term = builder.fmul(factor, part, flags=("contract",))
                builder.store(builder.fadd(builder.load(total), term, flags=("contract",)), total)
        for total, column in zip(totals, columns, strict=True):
            builder.store(builder.load(total), lanes_of(out, i, column), align=alignment)
        return context.get_dummy_value()

    return generate


__all__ = ["sum_of_lanes"]
