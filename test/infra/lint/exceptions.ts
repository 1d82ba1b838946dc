/** Rules of cfn-lint and checkov that the template does not follow, each with its reason. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  W3005:
    'CDK adds a dependency on the policy of a role, and names the role itself beside it. CloudFormation ignores the second mention.',
  CKV_AWS_18:
    'Access logs are one more object for each request, to a bucket that only our functions reach. CloudTrail data events show the same on demand.',
  CKV_AWS_21:
    'Objects are written once: the bucket policy refuses a write without If-None-Match. Versions would keep what retention deletes, and its cost.',
  CKV_AWS_26:
    'CloudWatch cannot publish to a topic that the free key encrypts. Alarms name metrics and hold no secret.',
  CKV_AWS_28:
    'The table of workflows, users and executions has point-in-time recovery. The other three hold rows of running crawls, and rows that the archive has too.',
  CKV_AWS_59: 'The function behind the gateway asks for a key or a token itself, with the code of surf serve.',
  CKV_AWS_73: 'X-Ray costs 5 USD per million requests. Each log line has the request id instead.',
  CKV_AWS_76:
    'Access logs of API Gateway need a role in the settings of the account, one for each region. Two deployments would take it from each other. The function logs each request.',
  CKV_AWS_115:
    'Reserved concurrency takes room from other functions of the account: a new account has ten in all. maxWorkers bounds the workers, and npm run deploy keeps it below the quota.',
  CKV_AWS_116:
    'Step Functions and the API call functions synchronously and see the error. The watchdog runs again five minutes later. The function index writes down why a build failed, and the next search starts another.',
  CKV_AWS_117:
    'Workers read the public web and nothing private. A NAT gateway costs more than all compute of an idle month.',
  CKV_AWS_119: 'Keys of AWS encrypt the tables. A customer key costs 1 USD a month and a fee for each request.',
  CKV_AWS_120: 'Answers differ by caller. A cache of the gateway costs at least 14 USD a month.',
  CKV_AWS_158: 'CloudWatch encrypts log groups with its own keys, as CKV_AWS_119.',
  CKV_AWS_173: 'Environments hold names and limits, and no secret. Lambda encrypts them with its own key.',
};
