"""Opens exports of the console with the packages of those who receive them: read_exports.py FOLDER. In it lie expected.json (per language the texts that each file must have) and LANGUAGE.FORMAT files. Prints one JSON line of faults; any ends it with 1."""

import json
import pathlib
import sys
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import docx
import openpyxl
import pypdf


class Page(HTMLParser):
    """All texts of a page, and what might run in it."""

    def __init__(self):
        super().__init__()
        self.texts, self.live, self.images = [], [], 0

    def handle_starttag(self, tag, attrs):
        if tag in ("script", "iframe", "object", "embed", "form", "a") or any(name.startswith("on") for name, _ in attrs):
            self.live.append(tag)
        self.images += tag == "img"

    def handle_data(self, data):
        self.texts.append(data)


def html(path):
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return "\n".join(page.texts), [f"{tag} may run" for tag in page.live], page.images


def xml(path):
    root = ElementTree.parse(path).getroot()
    labels = [value for each in root.iter() for value in each.attrib.values()]
    return "\n".join([*root.itertext(), *labels]), [], len(root.findall("picture"))


def xlsx(path):
    book = openpyxl.load_workbook(path)
    cells = [cell for sheet in book for row in sheet for cell in row if cell.value is not None]
    faults = [f"{cell.coordinate} is of the type {cell.data_type}" for cell in cells if cell.data_type not in ("s", "n")]
    return "\n".join(str(cell.value) for cell in cells), faults, len(book.worksheets[0]._images)


def word(path):
    document = docx.Document(path)
    body = document.element.body
    faults = [f"{each.tag} may run" for each in body.iter() if each.tag.endswith(("}instrText", "}fldSimple", "}hyperlink"))]
    return "\n".join(each.text for each in document.paragraphs), faults, len(document.inline_shapes)


def pdf(path):
    reader = pypdf.PdfReader(path)
    root = reader.trailer["/Root"]
    faults = [f"the catalog has {key}" for key in ("/OpenAction", "/AA", "/AcroForm") if key in root]
    faults += [f"it has {key}" for key in ("/JavaScript", "/EmbeddedFiles") if key in root.get("/Names", {})]
    text = "\n".join(page.extract_text() for page in reader.pages)
    return text, faults, sum(len(page.images) for page in reader.pages)


def txt(path):
    return path.read_text(encoding="utf-8"), [], None


READERS = {"html": html, "xml": xml, "xlsx": xlsx, "docx": word, "pdf": pdf, "txt": txt}


def squeezed(text):
    """Lines are broken elsewhere in each format."""
    return "".join(text.split())


folder = pathlib.Path(sys.argv[1])
expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
faults = []
for language, said in expected.items():
    for form, read in READERS.items():
        path = folder / f"{language}.{form}"
        text, found, pictures = read(path)
        whole = squeezed(text)
        faults += [f"{path.name}: {fault}" for fault in found]
        faults += [f"{path.name}: lacks {each!r}" for each in said["texts"] if squeezed(each) not in whole]
        if pictures is not None and pictures != said["pictures"]:
            faults.append(f"{path.name}: has {pictures} pictures and not {said['pictures']}")
print(json.dumps({"faults": faults}, ensure_ascii=False))
sys.exit(1 if faults else 0)
