import { setTimeout } from 'node:timers/promises'
import { type Case, cases, warmUps } from './cases.ts'
import { cpuWords, inTurn, type Outcome, perSecond, send, type Subject } from './measure.ts'
import { effectMs, ruleCount, setRules, storeRules } from './rule-load.ts'

/** The least share of the rate without rules. */
const leastShare = 0.9

/** Measures each stream's first case with and without rules, in turn, and prints both; returns whether all suffice. */
export async function measureWithRules(subject: Subject): Promise<boolean> {
  const [organisation] = await subject.sql<{ uuid: string }[]>`SELECT org_uuid AS uuid FROM vehicles LIMIT 1`
  await storeRules(subject.sql, organisation!.uuid)
  const firsts = [...Map.groupBy(cases, ({ stream }) => stream).values()].map(([first]) => first!)
  let isEnough = true
  for (const one of firsts) if (!(await measureShare(one, subject, organisation!.uuid))) isEnough = false
  return isEnough
}

async function measureShare(one: Case, subject: Subject, organisation: string): Promise<boolean> {
  const measured = async (isEnabled: boolean): Promise<Outcome> => {
    await setRules(subject.sql, organisation, isEnabled)
    await setTimeout(effectMs)
    await send(
      subject,
      warmUps.find(({ stream }) => stream === one.stream)!,
    )
    return send(subject, one)
  }
  const { without, withRules } = await inTurn({ without: () => measured(false), withRules: () => measured(true) })
  const share = withRules.rate / without.rate
  console.log(
    `  ${one.title}, ${ruleCount} rules: ${perSecond(withRules.rate)}; without ${perSecond(without.rate)}; ratio ` +
      `${share.toFixed(2)} (at least ${leastShare})${share < leastShare ? '  BELOW' : ''}`,
  )
  console.log(`    with: ${cpuWords(withRules.cpu)}\n    without: ${cpuWords(without.cpu)}`)
  return share >= leastShare
}
