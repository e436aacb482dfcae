import { listPlans, type Plan } from '@carapace/shared/account/organisation.contract'
import { number } from '../../core/format/format.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { Problems } from '../public-page.tsx'
import { activates, type Feature, featureOf, inquiryMail, paidPlans, upgradeMail } from './plan-texts.ts'
import '../fields.css'
import './plans.css'

/** The plans to buy after a demo, and whom to contact: outside the workspace and inside (rules PLAN-8, PLAN-9). */
export function Plans() {
  const { data, problem, refetch } = useEndpoint(listPlans, {})
  return (
    <div className="plans">
      <header className="plans-head">
        <h1>Thank you for trying our demo!</h1>
        <p>Choose the plan to go on with. Amounts are for a year, in the currency of your offer.</p>
      </header>
      {data === undefined ? <NoAnswer problem={problem} onRetry={refetch} /> : <Cards plans={paidPlans(data.plans)} />}
      <p className="plans-inquiry">
        Not sure which plan fits? <a href={inquiryMail()}>Ask us about the plans</a>
      </p>
    </div>
  )
}

function NoAnswer({ problem, onRetry }: { readonly problem: string | undefined; readonly onRetry: () => void }) {
  if (problem === undefined) {
    return (
      <div className="plans-cards" role="status" aria-label="Loading the plans">
        {Array.from({ length: 3 }, (_, index) => (
          <div key={index} className="plan plan-skeleton" />
        ))}
      </div>
    )
  }
  return (
    <div className="plans-problem">
      <Problems list={[problem]} />
      <button type="button" className="field-submit" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}

function Cards({ plans }: { readonly plans: readonly Plan[] }) {
  if (plans.length === 0)
    return <p className="plans-none">No plans are listed here at the moment. Write to us, and we make you an offer.</p>
  return (
    <ul className="plans-cards">
      {plans.map((plan) => (
        <PlanCard key={plan.uuid} plan={plan} />
      ))}
    </ul>
  )
}

function PlanCard({ plan }: { readonly plan: Plan }) {
  const titleId = `plan-${plan.uuid}`
  return (
    <li className="plan" aria-labelledby={titleId}>
      <h2 id={titleId}>{plan.name}</h2>
      <p className="plan-description">{plan.description}</p>
      <p className="plan-amount">
        <strong className="num">{number(plan.amount)}</strong> a year
      </p>
      <p className="plan-days">{activates(plan.allowed_days)}</p>
      <ul className="plan-features">
        {plan.features.map((text) => (
          <FeatureLine key={text} feature={featureOf(text)} />
        ))}
      </ul>
      <a className="field-submit" href={upgradeMail(plan)} aria-label={`Get Started with Upgrade: ${plan.name}`}>
        Get Started with Upgrade
      </a>
    </li>
  )
}

function FeatureLine({ feature: { name, isIncluded } }: { readonly feature: Feature }) {
  return (
    <li className={isIncluded ? 'plan-has' : 'plan-lacks'}>
      <svg viewBox="0 0 12 12" width="12" height="12" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden>
        <path d={isIncluded ? 'm1.5 6.5 3 3 6-7' : 'm2 2 8 8m0-8-8 8'} />
      </svg>
      <span>
        {!isIncluded && <span className="c-visually-hidden">Not included: </span>}
        {name}
      </span>
    </li>
  )
}
