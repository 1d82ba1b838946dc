import { Validations } from 'aws-cdk-lib';
import {
  ApiKey,
  EndpointType,
  type IRestApi,
  LambdaIntegration,
  type MethodOptions,
  RestApi,
  UsagePlan,
} from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { type Deployment, resourceName } from '../deployment.ts';
import type { FirstKey } from './first-key.ts';

export interface ApiDoorProps extends Deployment {
  readonly api: LambdaFunction;
  readonly firstKey: FirstKey;
}

/** What answers without a key: nothing that is worth one. */
const OPEN_PATHS = ['health', 'config.json'] as const;

/** REST API before one function: everything needs the key in `x-api-key`, but for `OPEN_PATHS`. The stage's throttle is the outer fence. */
export class ApiDoor extends Construct {
  readonly url: string;
  readonly restApi: RestApi;

  constructor(scope: Construct, id: string, props: ApiDoorProps) {
    super(scope, id);
    const { config, api, firstKey } = props;
    const throttle = { rateLimit: config.api.rate, burstLimit: config.api.burst };
    this.restApi = new RestApi(this, 'Resource', {
      restApiName: resourceName(props, 'api'),
      description: 'Surf: start, follow and stop crawls',
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: false,
      deployOptions: {
        stageName: config.stage,
        throttlingRateLimit: throttle.rateLimit,
        throttlingBurstLimit: throttle.burstLimit,
      },
    });
    const integration = new LambdaIntegration(api, { proxy: true, allowTestInvoke: false });
    const locked: MethodOptions = { apiKeyRequired: true };
    for (const path of OPEN_PATHS) this.restApi.root.addResource(path).addMethod('GET', integration);
    this.restApi.root.addResource('v1').addResource('{proxy+}').addMethod('ANY', integration, locked);
    const key = new ApiKey(this, 'Key', {
      apiKeyName: resourceName(props, 'first'),
      value: firstKey.value.unsafeUnwrap(),
    });
    const plan = new UsagePlan(this, 'Plan', {
      name: resourceName(props, 'plan'),
      throttle,
      apiStages: [{ api: this.restApi as IRestApi, stage: this.restApi.deploymentStage }],
    });
    plan.addApiKey(key);
    this.url = this.restApi.url;
    this.#acknowledge();
  }

  #acknowledge(): void {
    Validations.of(this.restApi).acknowledge(
      {
        id: 'AwsSolutions-APIG1',
        reason:
          'Access logs need a role in the account’s settings, one a region, which belongs to no stack: two deployments would take it from each other. The function logs each request.',
      },
      { id: 'AwsSolutions-APIG6', reason: 'As AwsSolutions-APIG1.' },
      {
        id: 'AwsSolutions-APIG2',
        reason:
          'Bodies are checked by the schemas of core/workflow, which say what is wrong in words; the gateway would say 400.',
      },
      {
        id: 'AwsSolutions-APIG3',
        reason:
          'A web ACL costs more a month than an idle deployment may; key, throttle and small bodies bound what an attacker can do.',
      },
      {
        id: 'AwsSolutions-APIG4',
        reason: 'API keys of a usage plan guard everything but /health and /config.json, which tell nothing.',
      },
      {
        id: 'AwsSolutions-COG4',
        reason: 'As AwsSolutions-APIG4: there is no Cognito pool, identity is OpenID Connect or keys.',
      },
    );
  }
}
