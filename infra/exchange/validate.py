"""Holds exports against the packages of those who receive them: validate.py ftm|stix FILE. Prints one JSON line of what was found; faults end it with 1."""

import json
import sys

from followthemoney import model
from stix2 import URL, EmailAddress, UserAccount, parse

OBSERVABLES = {
    "user-account": lambda o: UserAccount(account_type=o["account_type"], user_id=o["user_id"]),
    "email-addr": lambda o: EmailAddress(value=o["value"]),
    "url": lambda o: URL(value=o["value"]),
}


def ftm(path):
    """Each line is an entity of the model; no property is unknown, and no value is lost when it is cleaned."""
    schemata, faults, ids, owners = {}, [], set(), set()
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            entity = json.loads(line)
            schema = model.get(entity["schema"])
            schemata[schema.name] = schemata.get(schema.name, 0) + 1
            ids.add(entity["id"])
            for name, values in entity["properties"].items():
                prop = schema.get(name)
                if prop is None:
                    faults.append(f"line {number}: {schema.name} has no {name}")
                    continue
                if prop.type.name == "entity":
                    owners.update(values)
                lost = [value for value in values if prop.type.clean(value) is None]
                faults += [f"line {number}: {name} {value!r} is none" for value in lost]
            model.get_proxy(entity, cleaned=False)
    faults += [f"{owner} owns something, and is not there" for owner in owners - ids]
    return {"found": schemata, "faults": faults}


def stix(path):
    """The whole is a bundle without anything that STIX 2.1 does not know; observables have the ids that anybody gives them."""
    with open(path, encoding="utf-8") as file:
        raw = json.load(file)
    bundle = parse(raw, allow_custom=False, version="2.1")
    types, faults = {}, []
    ids = {each["id"] for each in raw["objects"]}
    for each in raw["objects"]:
        types[each["type"]] = types.get(each["type"], 0) + 1
        if each["type"] in OBSERVABLES and OBSERVABLES[each["type"]](each).id != each["id"]:
            faults.append(f"{each['id']} has another id elsewhere")
        for ref in [each.get("source_ref"), each.get("target_ref"), each.get("created_by_ref"), *each.get("object_refs", [])]:
            if ref is not None and ref not in ids:
                faults.append(f"{each['id']} names {ref}, which is not there")
    if len(bundle.objects) != len(raw["objects"]):
        faults.append("objects were lost")
    return {"found": types, "faults": faults}


result = {"ftm": ftm, "stix": stix}[sys.argv[1]](sys.argv[2])
print(json.dumps(result))
sys.exit(1 if result["faults"] else 0)
