"""Writes data/numbering.data.json from the PyPI package `phonenumbers`, the Python port of Google's libphonenumber.

    pip install --target /some/folder phonenumbers==X.Y.Z
    PYTHONPATH=/some/folder python3 packages/numbering/scripts/build-data.py

The file holds the numbering plans (patterns, lengths, prefixes, formats) and three prefix tables: places, first-assigned
carriers and time zones. Output depends on the package's version only, so that a refresh is a readable change.
"""

import json
import re
from pathlib import Path

import phonenumbers
from phonenumbers import COUNTRY_CODE_TO_REGION_CODE, PhoneMetadata, geocoder, phonenumberutil
from phonenumbers.carrierdata import CARRIER_DATA
from phonenumbers.geodata import GEOCODE_DATA
from phonenumbers.tzdata import TIMEZONE_DATA

OUTPUT = Path(__file__).resolve().parent.parent / "data" / "numbering.data.json"
NON_GEOGRAPHIC = "001"

# Google judges a number by these in this order; fixed line and mobile come last, because they may be the same.
TYPES = ["premium_rate", "toll_free", "shared_cost", "voip", "personal_number", "pager", "uan", "voicemail", "fixed_line", "mobile"]

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def base36(number):
    text = DIGITS[number % 36]
    while number >= 36:
        number //= 36
        text = DIGITS[number % 36] + text
    return text


def js_replacement(text):
    """Python writes the n-th group as \\n, JavaScript as $n."""
    return re.sub(r"\\(\d)", r"$\1", text)


def number_format(source):
    """[pattern, leading digits, international format, national format if another]"""
    leading = source.leading_digits_pattern[-1] if source.leading_digits_pattern else ""
    row = [source.pattern, leading, js_replacement(source.format)]
    if source.national_prefix_formatting_rule:
        national = re.sub(r"(\\\d)", source.national_prefix_formatting_rule, source.format, count=1)
        row.append(js_replacement(national))
    return row


def plan(metadata):
    general = metadata.general_desc
    entry = {
        "region": metadata.id,
        "code": metadata.country_code,
        "pattern": general.national_number_pattern,
        "lengths": list(general.possible_length),
        "localLengths": list(general.possible_length_local_only),
        "types": {},
    }
    for name in TYPES:
        desc = getattr(metadata, name)
        if desc is not None and desc.national_number_pattern is not None:
            entry["types"][name.upper()] = [desc.national_number_pattern, list(desc.possible_length)]
    if metadata.same_mobile_and_fixed_line_pattern:
        entry["sameFixedAndMobile"] = True
    optional = {
        "idd": metadata.international_prefix,
        "prefix": metadata.national_prefix_for_parsing,
        "transform": js_replacement(metadata.national_prefix_transform_rule or ""),
        "leading": metadata.leading_digits,
        "formats": [number_format(f) for f in metadata.number_format],
        "internationalFormats": [number_format(f) for f in metadata.intl_number_format],
    }
    entry.update({key: value for key, value in optional.items() if value})
    return entry


def all_plans():
    """Plans by key (region, or calling code of a non-geographic one), and the keys of each calling code, main region first."""
    plans, codes = {}, {}
    for code, regions in sorted(COUNTRY_CODE_TO_REGION_CODE.items()):
        codes[str(code)] = []
        for region in regions:
            geographic = region != NON_GEOGRAPHIC
            metadata = PhoneMetadata.metadata_for_region(region, None) if geographic else PhoneMetadata.metadata_for_nongeo_region(code, None)
            if metadata is None:
                continue
            key = region if geographic else str(code)
            plans[key] = plan(metadata)
            codes[str(code)].append(key)
    return plans, codes


def calling_code(prefix):
    for length in (1, 2, 3):
        if int(prefix[:length]) in COUNTRY_CODE_TO_REGION_CODE:
            return prefix[:length]
    raise ValueError(f"no calling code begins {prefix}")


def prefix_tables(entries):
    """For each calling code { names, prefixes }: names joined by '|'; prefixes by their length (without the calling code), each
    a string of words 'step.name' in base 36, where step is the distance to the prefix before (1 is left out)."""
    by_code = {}
    for prefix, name in sorted(entries.items(), key=lambda entry: (len(entry[0]), entry[0])):
        code = calling_code(prefix)
        by_code.setdefault(code, []).append((prefix[len(code):], name))
    tables = {}
    for code, rows in sorted(by_code.items(), key=lambda item: int(item[0])):
        names, words, previous = {}, {}, {}
        for rest, name in rows:
            length = len(rest)
            value = int(rest or "0")
            step = value - previous.get(length, -1)
            previous[length] = value
            index = base36(names.setdefault(name, len(names)))
            words.setdefault(length, []).append(index if step == 1 else f"{base36(step)}.{index}")
        assert not any("|" in name for name in names), code
        tables[code] = {
            "names": "|".join(names),
            "prefixes": {str(length): " ".join(items) for length, items in words.items()},
        }
    return tables


def country_names(code):
    return {geocoder._region_display_name(region, "en") for region in COUNTRY_CODE_TO_REGION_CODE[int(code)]}


def places():
    """A place that is only the country's own name tells nothing new: it is kept as empty, because it still ends a search."""
    entries = {}
    for prefix, names in GEOCODE_DATA.items():
        if "en" in names:
            name = names["en"]
            entries[prefix] = "" if name in country_names(calling_code(prefix)) else name
    return entries


def main():
    plans, codes = all_plans()
    data = {
        "source": f"phonenumbers {phonenumbers.__version__}",
        "callingCodes": codes,
        "geographicMobile": sorted(phonenumberutil._GEO_MOBILE_COUNTRIES),
        "mobileTokens": {str(code): token for code, token in phonenumberutil._MOBILE_TOKEN_MAPPINGS.items()},
        "plans": plans,
        "places": prefix_tables(places()),
        "carriers": prefix_tables({prefix: names["en"] for prefix, names in CARRIER_DATA.items() if "en" in names}),
        "timeZones": prefix_tables({prefix: "&".join(zones) for prefix, zones in TIMEZONE_DATA.items()}),
    }
    # One line for each plan and each table, so that a refresh can be read.
    blocks = []
    for key, value in data.items():
        if key in ("plans", "places", "carriers", "timeZones"):
            rows = ",\n".join(f" {json.dumps(name)}:{dump(row)}" for name, row in value.items())
            blocks.append(f"{json.dumps(key)}:{{\n{rows}\n}}")
        else:
            blocks.append(f"{json.dumps(key)}:{dump(value)}")
    OUTPUT.write_text("{\n" + ",\n".join(blocks) + "\n}\n", encoding="utf-8")
    print(f"{OUTPUT.name}: {OUTPUT.stat().st_size:,} bytes from {data['source']}")


def dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    main()
