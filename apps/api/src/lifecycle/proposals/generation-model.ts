import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import type { Proposed } from '@carapace/shared/lifecycle/proposals/generate'
import { indexModel, type ProgramModel, type Proposal } from '@carapace/shared/lifecycle/proposals/model'
import { requestExternal } from '../../core/outgoing/outgoing.ts'
import type { Settings } from '../../core/settings.ts'
import { promptFor, proposalsIn } from './generation-prompt.ts'

type LanguageModel = NonNullable<Settings['languageModel']>

/** Timeout of a model's answer, ms, and its maximum length, bytes. */
const ms = 90_000
const bytes = 512 * 1024

const Reply = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) })

/** Proposals of a language model with the chat completions API (rule PROPOSAL-8). */
export async function generateByModel(
  languageModel: LanguageModel | undefined,
  what: Proposed,
  program: ProgramModel,
  uuids: readonly string[] | undefined,
): Promise<Proposal[]> {
  if (!languageModel)
    throw new Failure('RULE_REFUSED', {
      message: 'No language model is configured here. Proposals by rules need none.',
    })
  const model = indexModel(program)
  const messages = promptFor(what, model, uuids)
  if (!messages) return []
  const { url, name, key } = languageModel
  const { status, body } = await requestExternal(
    `${url}/chat/completions`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model: name, messages, temperature: 0.2, response_format: { type: 'json_object' } }),
    },
    { ms, bytes },
  )
  if (status !== 200) throw notUnderstood(`It answered ${status}.`)
  const reply = Reply.safeParse(body).data?.choices[0]?.message.content
  const proposals = reply === undefined ? undefined : proposalsIn(reply, what, model, uuids, name, randomUUID)
  if (!proposals) throw notUnderstood('Its answer does not have the requested format.')
  return proposals
}

function notUnderstood(why: string): Failure {
  return new Failure('BUSY', {
    message: `The language model gave no proposals: ${why} Try again, or have them made by rules.`,
  })
}
