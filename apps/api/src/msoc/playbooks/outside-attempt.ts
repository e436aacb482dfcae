import type { Org } from '@carapace/shared/core/owned'
import { announceRuns, type PlaybookDeps } from './deps.ts'
import type { OutsideWork } from './turn.ts'
import { recordAttempt } from './record-attempt.ts'
import { type Attempt, requestHttp, runAnalyzer } from './nodes/outside.ts'

/** Does what a step does outside, and records what came of it. What is too late is not begun: it counts as lost. */
export async function attemptOutside(deps: PlaybookDeps, org: Org, runUuid: string, work: OutsideWork): Promise<void> {
  if (Date.now() > work.beginBy) return
  const attempt = await made(deps, org, work)
  const ended = await recordAttempt(deps, org, { runUuid, stepUuid: work.stepUuid, lease: work.lease }, attempt)
  announceRuns(deps.publisher, org.uuid, [runUuid, ...ended])
}

async function made(deps: PlaybookDeps, org: Org, { type, input, secrets, stepUuid }: OutsideWork): Promise<Attempt> {
  if (type === 'http_request') return requestHttp(deps, input, secrets, stepUuid)
  return runAnalyzer(deps, org, input)
}
