"""
Python imports this as MiniStack starts: what SES asks a role of (Service Authorization Reference).

MiniStack 1.5 evaluates `ses:SendEmail` on no resource and knows no `ses:FromAddress`, so that a role
with any of the two in its policy can send nothing. Here the resource is the identity that is verified,
the address before its domain.
"""
import json
from contextvars import ContextVar
from email.utils import parseaddr

from ministack.core import iam_actions, iam_evaluator
from ministack.services import ses_v2

SEND_EMAIL = "/v2/email/outbound-emails"
sender = ContextVar("sender", default=None)
known_resource = iam_actions._ses_v2_resource_arn
known_key = iam_evaluator._resolve_condition_key


def resource(method, path, body, region, account):
    if path != SEND_EMAIL:
        return known_resource(method, path, body, region, account)
    address = parseaddr(json.loads(body)["FromEmailAddress"])[1]
    sender.set(address)
    known = ses_v2._identities.get_scoped(account, region, address) is not None
    identity = address if known else address.rpartition("@")[2]
    return f"arn:aws:ses:{region}:{account}:identity/{identity}"


def condition_key(key, context):
    return sender.get() if key.lower() == "ses:fromaddress" else known_key(key, context)


iam_actions._ses_v2_resource_arn = resource
iam_evaluator._resolve_condition_key = condition_key
