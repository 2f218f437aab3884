"""A whole job by a client that was generated from the API's description: walk.py URL, with the password of `admin` in NUMSCOPE_PASSWORD. Prints what came of it as JSON."""

import hashlib
import io
import json
import os
import sys
import time

from numscope_client import AuthenticatedClient, Client
from numscope_client.api.audit import search_audit
from numscope_client.api.auth import create_key, delete_key, login, logout, me
from numscope_client.api.jobs import create_job_from_file, get_job
from numscope_client.api.profiles import export_profile_stream, get_profile, import_profiles, search_profiles
from numscope_client.models import ApiKeyDraft, AuditFilter, CreateJobFromFileBody, Error, ImportProfilesBody, Job, LoginRequest, Profile, ProfileFilter
from numscope_client.types import File

URL = sys.argv[1]
TIMEOUT_S = 60


def answered(answer, kind):
    """The answer, where it is of this kind. The generated client gives refusals as objects, too."""
    if not isinstance(answer, kind):
        raise TypeError(f"{kind.__name__} was wanted, and came: {answer}")
    return answer


def done(client, number):
    """The job when it is DONE."""
    end = time.monotonic() + TIMEOUT_S
    while time.monotonic() < end:
        job = answered(get_job.sync(client=client, number=str(number)), Job)
        if job.status == "DONE":
            return job
        time.sleep(0.2)
    raise TimeoutError(f"job {number} is {job.status}")


def lines_of(export):
    """The profiles of an export as jsonl, held against its last line."""
    *profiles, end = export.splitlines(keepends=True)
    told = json.loads(end)
    assert told["count"] == len(profiles), "as many as the last line says"
    assert told["sha256"] == hashlib.sha256(b"".join(profiles)).hexdigest(), "with the checksum of the last line"
    return [json.loads(line) for line in profiles]


refused = login.sync(client=Client(base_url=URL), body=LoginRequest(username="admin", password="Wrong!pass1"))
token = login.sync(client=Client(base_url=URL), body=LoginRequest(username="admin", password=os.environ["NUMSCOPE_PASSWORD"])).access_token
person = AuthenticatedClient(base_url=URL, token=token)
key = create_key.sync(client=person, body=ApiKeyDraft(name="Python", scopes=["jobs", "profiles", "audit:read"]))
client = AuthenticatedClient(base_url=URL, token=key.key)

phones = "".join(f"9989033{n:05}\n" for n in range(40))
form = CreateJobFromFileBody(name="From Python", iteration=1, file=File(io.BytesIO(phones.encode()), "phones.csv", "text/csv"))
job = done(client, answered(create_job_from_file.sync(client=client, body=form), Job).number)

filters = {"filters": {"jobId": {"values": [job.number]}}}
page = search_profiles.sync(client=client, body=ProfileFilter.from_dict({**filters, "size": 1000}))
found = [profile.phone for profile in page.content]
profile = answered(get_profile.sync(client=client, phone=found[0]), Profile)
export = export_profile_stream.sync(client=client, body=ProfileFilter.from_dict(filters)).payload.read()
exported = [line["phone"] for line in lines_of(export)]
imported = import_profiles.sync(client=client, body=ImportProfilesBody(file=File(io.BytesIO(export), "march.jsonl", "application/jsonl")))
nobody = answered(get_profile.sync(client=client, phone="+998900000000"), Error)
wrong = answered(get_profile.sync(client=client, phone="not a phone"), Error)
audit = search_audit.sync(client=client, body=AuditFilter(action_types=["CREATE_JOB"]))
revoked = delete_key.sync_detailed(client=person, id=key.id)
logged_out = logout.sync_detailed(client=person, username="admin")
after = answered(me.sync(client=person), Error)

print(
    json.dumps(
        {
            "refused": [refused.status_code, refused.code],
            "job": {"status": job.status, "found": job.counts.found == len(found), "numbers": job.total_phone_numbers},
            "profile": profile.phone == found[0] and profile.names == page.content[0].names,
            "areAlike": sorted(found) == sorted(exported) and len(found) > 10,
            "imported": imported.imported == len(found),
            "nobody": [nobody.status_code, nobody.code],
            "wrong": [wrong.status_code, wrong.code],
            "audit": [entry.username for entry in audit.content],
            "revoked": revoked.status_code,
            "loggedOut": logged_out.status_code,
            "after": [after.status_code, after.code],
        }
    )
)
