"""What is changed about generated cases before they are sent, each with its reason, and a check of our own. No operation is left out."""

import os

import schemathesis
from schemathesis import GenerationMode

OWN_NAME = os.environ["NUMSCOPE_USERNAME"]
OWN_ID = os.environ["NUMSCOPE_USER_ID"]
OWN_PASSWORD = os.environ["NUMSCOPE_PASSWORD"]
KNOWN_PHONE = "+998901230000"
NOBODY = "00000000-0000-7000-8000-000000000000"

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


@adjust("POST /api/job/file", reason="no description of a form tells that it needs a file or a target, nor what is in the file")
def file_of_phones(case):
    if isinstance(case.body, dict):
        case.body["file"] = b"998901230001\n998901230002\n"


@schemathesis.hook
def before_call(context, case, kwargs):
    label = case.operation.label.replace("/api/v2/", "/api/")
    valid = case.meta is not None and case.meta.generation.mode == GenerationMode.POSITIVE
    for operations, _reason, only_valid, change in ADJUSTMENTS:
        if label in operations and (valid or not only_valid):
            change(case)


# Calls that a provider or source which nobody configured answers with 503, as specified.
NOT_CONFIGURED = ("/api/source/",)


@schemathesis.check
def only_the_specified_503(ctx, response, case):
    """503 is the answer of what is not configured; anything else means that a part of the product was not there."""
    if response.status_code != 503:
        return
    code = response.json().get("code")
    path = case.operation.path
    assert code == "NOT_CONFIGURED" and path.startswith(NOT_CONFIGURED), f"503 {code} at {path}"
