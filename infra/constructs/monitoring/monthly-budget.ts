import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { type Deployment, resourceName } from '../../config/deployment.ts';

/** Percent of the monthly budget, actually spent, at which AWS sends a message. */
const TOLD_AT = [80, 100];

export interface MonthlyBudgetProps extends Deployment {
  readonly topic: Topic;
  readonly usd: number;
}

/**
 * An AWS Budget of this stage, by its tag. It counts what AWS bills, some hours late; the alarm
 * `spend` counts what crawls metered. It reports and stops nothing: `surf stop --all` stops.
 * @see https://docs.aws.amazon.com/cost-management/latest/userguide/budgets-sns-policy.html
 */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, props: MonthlyBudgetProps) {
    super(scope, id);
    const { topic, usd, config } = props;
    const { account, partition } = Stack.of(this);
    const permission = topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'BudgetOfThisStage',
        principals: [new ServicePrincipal('budgets.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: { 'aws:SourceArn': `arn:${partition}:budgets::${account}:*` },
        },
      }),
    );
    const budget = new CfnBudget(this, 'Resource', {
      budget: {
        budgetName: resourceName(props, 'month'),
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: usd, unit: 'USD' },
        costFilters: { TagKeyValue: [`user:surf:stage$${config.stage}`] },
      },
      notificationsWithSubscribers: TOLD_AT.map((threshold) => ({
        notification: {
          notificationType: 'ACTUAL',
          comparisonOperator: 'GREATER_THAN',
          threshold,
          thresholdType: 'PERCENTAGE',
        },
        subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
      })),
    });
    if (permission.policyDependable) budget.node.addDependency(permission.policyDependable);
  }
}
