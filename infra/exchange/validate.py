"""Holds exports against the packages of those who receive them: validate.py ftm|stix|misp FILE. Prints one JSON line of what was found; faults end it with 1."""

import copy
import json
import sys

from followthemoney import model
from pymisp import MISPEvent
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


def misp(path):
    """The whole is an event, each object is as its template of misp-objects wants it, and each reference leads somewhere."""
    with open(path, encoding="utf-8") as file:
        raw = json.load(file)
    event = MISPEvent(strict_validation=True)
    # It takes apart what it is given.
    event.from_dict(**copy.deepcopy(raw))
    names, faults = {}, []
    ids = [each.uuid for each in event.objects]
    if len(ids) != len(set(ids)):
        faults.append("several objects have one id")
    for each, said in zip(event.objects, raw["Event"]["Object"], strict=True):
        names[each.name] = names.get(each.name, 0) + 1
        held = MISPEvent().add_object(name=each.name, strict=True)
        template = held._definition
        if (template["uuid"], str(template["version"])) != (said["template_uuid"], said["template_version"]):
            faults.append(f"{each.name} is made by another template than {template['uuid']} in version {template['version']}")
        for attribute in said["Attribute"]:
            told = template["attributes"].get(attribute["object_relation"])
            if told is None or told["misp-attribute"] != attribute["type"]:
                faults.append(f"{each.name} has no {attribute['object_relation']} that is {attribute['type']}")
                continue
            values = told.get("values_list")
            if values and attribute["value"] not in values:
                faults.append(f"{attribute['object_relation']} {attribute['value']!r} is none")
            held.add_attribute(attribute["object_relation"], value=attribute["value"])
        # Whether what is required is there, and what may stand once stands once.
        held.to_dict(strict=True)
        faults += [f"{each.name} names {ref.referenced_uuid}, which is not there" for ref in each.references if ref.referenced_uuid not in ids]
    return {"found": names, "faults": faults}


result = {"ftm": ftm, "stix": stix, "misp": misp}[sys.argv[1]](sys.argv[2])
print(json.dumps(result))
sys.exit(1 if result["faults"] else 0)
