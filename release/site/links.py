"""Checks every link inside a folder of HTML pages: python3 links.py FOLDER

A link to a file of the folder needs that file, and a link with a fragment an element of that name.
Links to other sites are counted, not followed. Links that a script makes are not seen.
"""

import pathlib
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

# Attributes with the address of another file.
ADDRESSES = {"href", "src", "poster", "data"}


class Page(HTMLParser):
    """The links and the names of a page."""

    def __init__(self, path):
        super().__init__()
        self.links = []
        self.names = set()
        self.feed(path.read_text(encoding="utf-8", errors="replace"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.names.update(value for key, value in attributes if key in ("id", "name") and value)
        for key in ADDRESSES & values.keys():
            # The address of an embedded object is named `data`; elsewhere that is a custom word.
            if values[key] and (key != "data" or tag == "object"):
                self.links.append(values[key])


def main(folder):
    pages = {path: Page(path) for path in sorted(folder.rglob("*.html"))}
    wrong, inside, outside = [], 0, 0
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                outside += 1
                continue
            inside += 1
            target = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
            if target.is_dir():
                target /= "index.html"
            if parts.path.startswith("/") or not target.is_file():
                wrong.append(f"{path.relative_to(folder)}: {link}: there is no such file")
            elif parts.fragment and target in pages and has_anchors(target.relative_to(folder)):
                if unquote(parts.fragment) not in pages[target].names:
                    wrong.append(f"{path.relative_to(folder)}: {link}: there is no such place")
    for line in sorted(set(wrong)):
        print(line)
    print(f"{len(pages)} pages, {inside} links inside, {outside} to other sites, {len(set(wrong))} wrong")
    return 1 if wrong or not pages else 0


def has_anchors(path):
    """Whether fragments name elements. In sources of the API they name lines, added by a script."""
    return path.parts[:2] != ("api", "src") and path.name != "index.html" or path.parts[0] in ("book", "rules", "reports")


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
