"""What is changed about generated cases before they are sent, each with its reason, and a check of our own. No operation is left out."""

import base64
import os
import re
import unicodedata

import schemathesis
from schemathesis import GenerationMode
from schemathesis.core import NotSet

OWN_NAME = os.environ["NUMSCOPE_USERNAME"]
OWN_ID = os.environ["NUMSCOPE_USER_ID"]
OWN_PASSWORD = os.environ["NUMSCOPE_PASSWORD"]
KNOWN_PHONE = "+998901230000"
EVERY = "*"
NOBODY = "00000000-0000-7000-8000-000000000000"
# A PNG of 16 by 16 grey dots.
DOTS = "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR4nGNoQAMMI1sAAAUMgAFaSOXNAAAAAElFTkSuQmCC"

ADJUSTMENTS = []


def adjust(*operations, reason, only_valid=True):
    """Registers a change of the cases of these operations, named without /v2."""

    def register(change):
        ADJUSTMENTS.append((operations, reason, only_valid, change))
        return change

    return register


@adjust("POST /api/auth/logout/{username}", reason="would end the token that all other cases carry", only_valid=False)
def no_logout_of_its_own(case):
    if str(case.path_parameters.get("username", "")).lower() == OWN_NAME.lower():
        case.path_parameters["username"] = "somebody_else"


@adjust(
    "POST /api/user/{id}",
    "DELETE /api/user/{id}",
    reason="a change of its own user would end the token that all other cases carry",
    only_valid=False,
)
def no_change_of_its_own_user(case):
    if str(case.path_parameters.get("id", "")) == OWN_ID:
        case.path_parameters["id"] = NOBODY


@adjust("POST /api/auth/password", reason="only the own present password is accepted; the new one is the same, so that the next case knows it")
def its_own_password(case):
    if isinstance(case.body, dict):
        case.body.update(current=OWN_PASSWORD, password=OWN_PASSWORD)


@adjust("POST /api/auth/second-factor", "POST /api/auth/second-factor/disable", reason="only the own password is accepted")
def own_password_for_the_factor(case):
    if isinstance(case.body, dict):
        case.body["password"] = OWN_PASSWORD


@adjust("POST /api/webhook", "PUT /api/webhook/{id}", reason="no schema tells which saved searches there are")
def no_saved_search(case):
    if isinstance(case.body, dict) and isinstance(case.body.get("filter"), dict):
        case.body["filter"].pop("savedSearchId", None)


@adjust("DELETE /api/auth/session/{id}", reason="would end the login whose token all other cases carry", only_valid=False)
def no_end_of_its_own_login(case):
    if str(case.path_parameters.get("id", "")).count("-") == 4:
        case.path_parameters["id"] = NOBODY


@adjust("POST /api/auth/key", reason="no schema tells what time it is, nor which addresses there are")
def key_to_come(case):
    if isinstance(case.body, dict):
        case.body.pop("expiresAt", None)
        if case.body.get("addresses"):
            case.body["addresses"] = ["192.0.2.0/24", "2001:db8::1"]


@adjust("GET /api/events", reason="its answer has no end: asked behind an event of another installation, it is refused at once", only_valid=False)
def events_of_elsewhere(case):
    case.headers = {**(case.headers or {}), "Last-Event-ID": "0~profile.updated=0"}


@adjust("POST /api/job/range", reason="no schema tells that one end must not lie before the other, with as many digits")
def ends_of_a_range(case):
    if isinstance(case.body, dict):
        case.body["from"], case.body["to"] = "998901230000", "998901230007"


@adjust("POST /api/job/merge", reason="no schema tells that the target must not be among the sources")
def target_is_no_source(case):
    if isinstance(case.body, dict):
        case.body["targetNumber"] = max(case.body.get("sourceNumbers", [0])) + 1


@adjust("GET /api/profile/individual-export-as-is", reason="no description of a query tells that one of two parameters is needed")
def phone_or_email(case):
    if not case.query.get("phone") and "email" not in case.query:
        case.query["phone"] = KNOWN_PHONE


@adjust("POST /api/job/file", reason="no description of a form tells what is in a file, that it comes last, and that only phones for another job need no name")
def file_of_phones(case):
    if isinstance(case.body, dict):
        case.body.pop("file", None)
        case.body["name"] = "From a form"
        case.body["file"] = "998901230001\n998901230002\n"


@adjust("POST /api/profile/import", "POST /api/profile/import/preview", reason="no description of a form tells what is in a file, nor that the mapping is JSON")
def file_of_profiles(case):
    if isinstance(case.body, dict):
        case.body["file"] = '[{ "phone": "+998901230001", "names": [{ "name": "Anvar", "type": "OK" }] }]'
        case.body.pop("mapping", None)


@adjust("POST /api/job/file", "POST /api/profile/import", "POST /api/profile/import/preview", reason="a form gives each field once; a list is sent as several fields of one name")
def fields_once(case):
    if isinstance(case.body, dict):
        for name in [name for name, value in case.body.items() if isinstance(value, (list, dict))]:
            del case.body[name]


@adjust("POST /api/profile/image/search", reason="a query carries texts: what is sent as a number's text is a number, whatever it was made as", only_valid=False)
def no_number_of_a_search(case):
    negative = case.meta is not None and case.meta.generation.mode == GenerationMode.NEGATIVE
    if not negative:
        return
    for name in ("threshold", "limit"):
        value = (case.query or {}).get(name)
        # Lists and objects lose their brackets on the way: one number within one is sent like the number alone.
        if value is not None and (not isinstance(value, str) or re.fullmatch(r"\d+(\.\d+)?(e-?\d+)?", value)):
            case.query[name] = "no number"


@adjust("POST /api/search4faces", "POST /api/profile/image/external-search", reason="no schema tells that one of two fields is wanted, and what a picture in base64 is")
def one_picture(case):
    if isinstance(case.body, dict):
        case.body.pop("imageId", None)
        case.body["image"] = DOTS


@adjust("POST /api/profile/export", reason="a search that finds nobody is refused as specified (NO_PROFILES)")
def export_of_somebody(case):
    if isinstance(case.body, dict) and "filters" in case.body:
        case.body["filters"] = {}


@adjust("POST /api/profile/{phone}/refresh", reason="no schema tells which numbers there are")
def known_phone(case):
    case.path_parameters["phone"] = KNOWN_PHONE


@adjust("POST /api/profile/saved-search", "PUT /api/profile/saved-search/{id}", reason="letters, marks and digits are those of Unicode; the class that they are generated by holds some that nobody has assigned")
def assigned_letters(case):
    if isinstance(case.body, dict) and isinstance(case.body.get("name"), str):
        case.body["name"] = "".join(c for c in case.body["name"] if c.isascii() or unicodedata.category(c)[0] in "LMN") + "x"


@adjust(
    "POST /api/privacy/do-not-look-up",
    reason="the list is text, of which no schema tells what a line is; and a number that other cases use would be looked up for none of them",
    only_valid=False,
)
def list_of_a_number_of_nobody(case):
    if isinstance(case.body, dict) and isinstance(case.body.get("entries"), str):
        case.body["entries"] = "+12025550199"
        if isinstance(case.body.get("reason"), str) and case.body["reason"].strip() == "":
            case.body["reason"] = "asked for it"


@adjust("POST /api/privacy/erase", reason="a number that other cases use would be gone for them", only_valid=False)
def erase_a_number_of_nobody(case):
    if isinstance(case.body, dict) and isinstance(case.body.get("phone"), str) and re.fullmatch(r"\s*\+?[1-9][0-9]{1,14}\s*", case.body["phone"]):
        case.body["phone"] = "+12025550198"
        if isinstance(case.body.get("purpose"), str) and case.body["purpose"].strip() == "":
            case.body["purpose"] = "asked for it"


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """A file of a form is a text here: no description tells what is in a file, and of bytes it would make pictures and the like."""
    for methods in raw_schema["paths"].values():
        for operation in methods.values():
            form = operation.get("requestBody", {}).get("content", {}).get("multipart/form-data", {}).get("schema", {})
            for field in form.get("properties", {}).values():
                if field.get("format") == "binary":
                    field["contentMediaType"] = "application/octet-stream"
                    del field["format"]


def without_prototype(value):
    if isinstance(value, dict):
        return {key: without_prototype(inner) for key, inner in value.items() if key not in ("__proto__", "constructor")}
    if isinstance(value, list):
        return [without_prototype(inner) for inner in value]
    return value


@adjust(EVERY, reason="names of an object's prototype are refused in every body, wherever they stand; no schema can say so")
def no_prototype(case):
    # A body that is set is held against its schema again, even one that is the same; one that may be left out, and was, is wrong by that.
    if not isinstance(case.body, NotSet):
        case.body = without_prototype(case.body)


def picture_of_nobody(case):
    """A form with a picture without a face; no description of a form tells what is in a picture.

    It is sent instead of the case's body rather than put into it: a body of bytes that a hook changed counts as an invalid one.
    """
    form = {"image": ("image.png", base64.b64decode(DOTS), "image/png")}
    if isinstance(case.body, dict) and isinstance(case.body.get("purpose"), str):
        form["purpose"] = (None, case.body["purpose"])
    return form


@schemathesis.hook
def before_call(context, case, kwargs):
    label = case.operation.label.replace("/api/v2/", "/api/")
    valid = case.meta is not None and case.meta.generation.mode == GenerationMode.POSITIVE
    for operations, _reason, only_valid, change in ADJUSTMENTS:
        if (label in operations or EVERY in operations) and (valid or not only_valid):
            change(case)
    if valid and label == "POST /api/profile/image/search":
        kwargs["files"] = picture_of_nobody(case)


# Calls that a provider or source which nobody configured answers with 503, as specified.
NOT_CONFIGURED = ("/api/source/", "/api/search4faces", "/api/profile/image/external-search", "/api/auth/oidc/")


@schemathesis.check
def only_the_specified_503(ctx, response, case):
    """503 is the answer of what is not configured; anything else means that a part of the product was not there."""
    if response.status_code != 503:
        return
    code = response.json().get("code")
    path = case.operation.path
    assert code == "NOT_CONFIGURED" and path.startswith(NOT_CONFIGURED), f"503 {code} at {path}"
