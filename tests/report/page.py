"""Reading pages back."""

from html.parser import HTMLParser

SCRIPT = "<script>alert(1)</script>"
VOID = {"meta", "br", "hr", "img", "link", "input"}


class Page(HTMLParser):
    """Elements as (tag, attributes, text) in the order in which they begin; checks nesting."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements = []
        self._open = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag, attrs):
        element = [tag, dict(attrs), ""]
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag, attrs):
        self.elements.append([tag, dict(attrs), ""])

    def handle_endtag(self, tag):
        assert self._open[-1][0] == tag, f"</{tag}> closes <{self._open[-1][0]}>"
        self._open.pop()

    def handle_data(self, data):
        for element in self._open:
            element[2] += data

    def all(self, tag, **attributes):
        wanted = {key.rstrip("_"): value for key, value in attributes.items()}
        return [
            element
            for element in self.elements
            if element[0] == tag
            and all(element[1].get(key) == value for key, value in wanted.items())
        ]

    def texts(self, tag, **attributes):
        return [" ".join(text.split()) for _, _, text in self.all(tag, **attributes)]
