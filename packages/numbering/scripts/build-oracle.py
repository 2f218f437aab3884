"""Writes test/oracle.data.json: thousands of numbers with what Google's own code (the PyPI package `phonenumbers`) says of them.

    PYTHONPATH=/folder/of/phonenumbers python3 packages/numbering/scripts/build-oracle.py [numbers per type [seed [output]]]

For every region and every line type: the example, near misses of it (a digit changed, one more, one fewer) and numbers made
at random from the type's own pattern; then what people type (national, with exit code, with calling code but no plus). Same
arguments, same output. Run it with the version that scripts/build-data.py was run with.
"""

import json
import random
import re
import sys
from pathlib import Path
from re import _parser as regex_parser

import phonenumbers
from phonenumbers import COUNTRY_CODE_TO_REGION_CODE, PhoneMetadata, PhoneNumberFormat, PhoneNumberType, carrier, geocoder, timezone

PER_TYPE = int(sys.argv[1]) if len(sys.argv) > 1 else 3
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
OUTPUT = Path(sys.argv[3]) if len(sys.argv) > 3 else Path(__file__).resolve().parent.parent / "test" / "oracle.data.json"
TYPES = ["fixed_line", "mobile", "toll_free", "premium_rate", "shared_cost", "personal_number", "voip", "pager", "uan", "voicemail"]

chance = random.Random(SEED)
phonenumbers.re_util.enable_pattern_cache()


def sample(pattern):
    """Random digits that a metadata pattern allows."""
    return "".join(piece(operation, argument) for operation, argument in regex_parser.parse(pattern))


def piece(operation, argument):
    name = str(operation)
    if name == "LITERAL":
        return chr(argument)
    if name == "IN":
        return chance.choice([digit for digit in "0123456789" if in_set(digit, argument)])
    if name == "BRANCH":
        return "".join(piece(*item) for item in chance.choice(argument[1]))
    if name == "SUBPATTERN":
        return "".join(piece(*item) for item in argument[3])
    if name == "MAX_REPEAT":
        low, high, items = argument
        return "".join(piece(*item) for _ in range(chance.randint(low, high)) for item in items)
    raise ValueError(f"unexpected in a metadata pattern: {name}")


def in_set(digit, options):
    for operation, argument in options:
        name = str(operation)
        if name == "CATEGORY" or (name == "LITERAL" and chr(argument) == digit):
            return True
        if name == "RANGE" and argument[0] <= ord(digit) <= argument[1]:
            return True
    return False


def mutated(digits):
    at = chance.randrange(len(digits))
    return [
        digits[:at] + chance.choice("0123456789") + digits[at + 1:],
        digits[:-1],
        digits + chance.choice("0123456789"),
    ]


def all_metadata():
    for code, regions in sorted(COUNTRY_CODE_TO_REGION_CODE.items()):
        for region in regions:
            metadata = PhoneMetadata.metadata_for_nongeo_region(code, None) if region == "001" else PhoneMetadata.metadata_for_region(region, None)
            if metadata is not None:
                yield metadata


def numbers_of(metadata):
    """National significant numbers: right ones, near misses, and any digits of a possible length."""
    for name in TYPES:
        desc = getattr(metadata, name)
        if desc is None or desc.national_number_pattern is None:
            continue
        seeds = [desc.example_number] if desc.example_number else []
        seeds += [sample(desc.national_number_pattern) for _ in range(PER_TYPE)]
        for seed in seeds:
            yield seed
        for seed in seeds[:2]:
            yield from mutated(seed)
    for length in metadata.general_desc.possible_length:
        yield "".join(chance.choice("0123456789") for _ in range(length))


def parsed(text, region=None):
    try:
        number = phonenumbers.parse(text, region)
    except phonenumbers.NumberParseException:
        return None
    return number if phonenumbers.is_valid_number(number) and is_stable(number) else None


def is_stable(number):
    """Whether the E.164 form is read as the same number again (a few Belarusian toll-free numbers are not)."""
    return phonenumbers.parse(phonenumbers.format_number(number, PhoneNumberFormat.E164), None) == number


def place(number):
    """Google's description, unless it is only a country's name."""
    description = geocoder.description_for_number(number, "en")
    names = {geocoder._region_display_name(region, "en") for region in COUNTRY_CODE_TO_REGION_CODE[number.country_code]}
    return None if description in names or not description else description


def answer(number, zone_lists):
    """[e164, region, line type, place, carrier, index of the time zones, international, national]; the number has to be valid."""
    zones = [zone for zone in timezone.time_zones_for_number(number) if zone != "Etc/Unknown"]
    if zones not in zone_lists:
        zone_lists.append(zones)
    return [
        phonenumbers.format_number(number, PhoneNumberFormat.E164),
        phonenumbers.region_code_for_number(number),
        PhoneNumberType.to_string(phonenumbers.number_type(number)),
        place(number),
        carrier.name_for_number(number, "en") or None,
        zone_lists.index(zones),
        phonenumbers.format_number(number, PhoneNumberFormat.INTERNATIONAL),
        phonenumbers.format_number(number, PhoneNumberFormat.NATIONAL),
    ]


def digits_of(text):
    return re.sub(r"\D", "", text)


def main():
    international, dialled, zone_lists = {}, {}, []
    for metadata in all_metadata():
        for national in numbers_of(metadata):
            text = f"+{metadata.country_code}{national}"
            number = parsed(text)
            international[text] = answer(number, zone_lists) if number else None
            if metadata.id != "001" and chance.random() < 0.5:
                for typed in as_typed(national, metadata, number):
                    dialled[(typed, metadata.id)] = read(typed, metadata.id)
    rows = {
        "source": f"phonenumbers {phonenumbers.__version__}",
        "timeZones": zone_lists,
        "international": [[text, row] for text, row in international.items()],
        "dialled": [[text, region, row] for (text, region), row in dialled.items()],
    }
    lines = [f"{json.dumps(key)}:" + (json.dumps(value) if key == "source" else "[\n" + ",\n".join(map(dump, value)) + "\n]") for key, value in rows.items()]
    OUTPUT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    valid = sum(1 for row in international.values() if row)
    print(f"{len(international):,} international ({valid:,} valid), {len(dialled):,} dialled, {OUTPUT.stat().st_size:,} bytes")


def as_typed(national, metadata, number):
    prefix = metadata.national_prefix or ""
    yield national
    yield prefix + national
    if number is not None:
        yield digits_of(phonenumbers.format_number(number, PhoneNumberFormat.NATIONAL))
    exit_code = re.fullmatch(r"\d+", metadata.international_prefix or "")
    if exit_code and chance.random() < 0.3:
        yield f"{exit_code.group()}{metadata.country_code}{national}"
        yield f"{metadata.country_code}{prefix}{national}"


def read(text, region):
    """International first, then as dialled in the region."""
    number = parsed("+" + text) or parsed(text, region)
    return [phonenumbers.format_number(number, PhoneNumberFormat.E164), phonenumbers.region_code_for_number(number)] if number else None


def dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    main()
