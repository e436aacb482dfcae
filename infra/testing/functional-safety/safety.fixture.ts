import { expect } from 'vitest'
import type { Endpoint, InputOf } from '@carapace/shared/core/endpoint'
import { getAsils } from '@carapace/shared/functional-safety/asils.contract'
import { type Artefact, deleteArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'

import { createProgram } from '../support/factories.ts'
import type { Installation } from '../support/installation.ts'

export type Link = readonly [kind: string, from: Artefact, to: Artefact]

/** What tests of functional safety do in a program of their own, as one user. */
export async function analysing(site: Installation, token: string) {
  const program = (await createProgram(site, token)).uuid
  const ask = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => site.request(token, endpoint, input)
  const here = { program_uuid: program }

  async function save(input: object): Promise<Artefact[]> {
    const { status, body } = await site.call(token, 'v2/app/save-artefacts', { program_uuid: program, ...input })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.artefacts
  }

  const ends = (links: readonly Link[]) => links.map(([kind, from, to]) => ({ kind, from: from.uuid, to: to.uuid }))
  /** Makes artefacts of a kind, titled A, B, … in the order of their fields. */
  const make = (kind: string, ...fields: object[]) =>
    save({ artefacts: fields.map((each, i) => ({ kind, title: `${kind} ${'ABCDEFGH'[i]}`, fields: each })) })
  const link = (...links: Link[]) => save({ link: ends(links) })
  const unlink = (...links: Link[]) => save({ unlink: ends(links) })

  async function change({ uuid, kind }: Artefact, fields: object): Promise<void> {
    const { body } = await site.get(token, 'v2/app/get-artefact', { uuid })
    await save({ artefacts: [{ uuid, kind, revision: body.artefact.revision, fields }] })
  }

  async function remove({ uuid }: Artefact): Promise<void> {
    const { body } = await site.get(token, 'v2/app/get-artefact', { uuid })
    await ask(deleteArtefacts, { ...here, artefacts: [{ uuid, revision: body.artefact.revision }] })
  }

  /** The stored ASILs of artefacts as text, each with the codes of its problems. */
  async function asils(...some: readonly Artefact[]): Promise<string[]> {
    const { asils: all } = await ask(getAsils, here)
    const found = new Map(all.map((each) => [each.uuid, each]))
    return some.map(({ uuid }) => {
      const { text, problems } = found.get(uuid)!
      return [text ?? '–', ...problems.map(({ code }) => code)].join(' ')
    })
  }

  return { program, here, ask, save, make, link, unlink, change, remove, asils }
}

export const worst = { severity: 'S3', exposure: 'E4', controllability: 'C3' } as const
