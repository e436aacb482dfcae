import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { Project } from '@carapace/shared/graph/programs/projects.contract'
import { expect } from 'vitest'
import { createProgram } from '../factories.ts'
import type { Answer, Installation, Organisation } from '../installation.ts'

interface NewArtefact {
  readonly kind: string
  readonly title?: string
  readonly status?: string
  readonly fields?: object
  readonly project_uuid?: string | null
}

/** Calls about programs, their projects and artefacts; by the organisation's engineer, unless a token is given. */
export function projectCalls(site: Installation, { members: { ENGINEER: engineer } }: Organisation) {
  const call = (path: string, input: object, token = engineer.token): Promise<Answer> =>
    site.call(token, `v2/app/${path}`, input)
  const get = (path: string, query: Record<string, string | number>, token = engineer.token): Promise<Answer> =>
    site.get(token, `v2/app/${path}`, query)

  async function begin(name?: string): Promise<string> {
    return (await createProgram(site, engineer.token, name === undefined ? {} : { name })).uuid
  }

  async function project(program: string, input: object = {}): Promise<Project> {
    const { status, body } = await call('save-project', {
      program_uuid: program,
      name: 'Telematics unit',
      type: 'COMPONENT',
      ...input,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.project
  }

  /** Creates artefacts, by default with their kind as the title. */
  async function make(program: string, ...artefacts: readonly NewArtefact[]): Promise<Artefact[]> {
    const { status, body } = await call('save-artefacts', {
      program_uuid: program,
      artefacts: artefacts.map((each) => ({ title: each.kind, ...each })),
    })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.artefacts
  }

  async function link(program: string, ...links: readonly [string, Artefact, Artefact][]): Promise<void> {
    const { status, body } = await call('save-artefacts', {
      program_uuid: program,
      link: links.map(([kind, from, to]) => ({ kind, from: from.uuid, to: to.uuid })),
    })
    expect(status, JSON.stringify(body)).toBe(200)
  }

  return {
    call,
    get,
    begin,
    project,
    change: ({ uuid, revision, program_uuid: program }: Project, input: object, token?: string) =>
      call('save-project', { uuid, revision, program_uuid: program, ...input }, token),
    remove: ({ uuid, revision }: Project, withContents = false, token?: string) =>
      call('delete-project', { uuid, revision, with_contents: withContents }, token),
    make,
    link,
    summary: async (program: string) => (await get('get-program-summary', { program_uuid: program })).body,
  }
}
