import { isSame } from '@carapace/shared/graph/artefacts/changes'
import type { ProgramChoices } from '@carapace/shared/lifecycle/program/program-choices'
import type { ProjectType } from '@carapace/shared/graph/programs/projects'
import { type Project, saveProject } from '@carapace/shared/graph/programs/projects.contract'
import { getProgramConfig, saveProgramConfig } from '@carapace/shared/lifecycle/program/program-config.contract'
import { saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { call } from '../../core/call/call.ts'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'

export type Config = z.output<typeof getProgramConfig.output>
export const lists = [
  { list: 'systems', kind: 'system', title: 'Systems' },
  { list: 'features', kind: 'feature', title: 'Features' },
  { list: 'components', kind: 'component', title: 'Components' },
  { list: 'functionList', kind: 'function', title: 'Functions' },
  { list: 'vehicles', kind: 'vehicle-model', title: 'Vehicles' },
] as const
export type ListOf = (typeof lists)[number]

export interface Draft {
  readonly name: string
  readonly type: ProjectType
  readonly description: string
  readonly leadUuid: string | null
  /** Uuids of the elements that it starts with. */
  readonly elements: readonly string[]
}

const nothing: Draft = { name: '', type: 'SYSTEM', description: '', leadUuid: null, elements: [] }

/** A project that is being created in a program, and the configuration of that program. */
export function useCreation(programUuid: string) {
  const {
    data: config,
    error: problem,
    refetch: again,
  } = useEndpoint(getProgramConfig, { project_uuid: programUuid }, pageSubject)
  const [draft, setDraft] = useState(nothing)
  const [choices, setChoices] = useState<Partial<ProgramChoices>>({})
  const chosen = config && { ...config.chosen, ...choices }
  useEffect(() => {
    setDraft((before) => ({ ...before, elements: [], leadUuid: null }))
    setChoices({})
  }, [programUuid])

  return {
    config,
    problem,
    again,
    draft,
    chosen,
    add,
    create,
    type: (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })),
    choose: (change: Partial<ProgramChoices>) => setChoices((before) => ({ ...before, ...change })),
  }

  /** Adds an element to the program, and selects it. */
  async function add({ kind }: ListOf, title: string): Promise<void> {
    const {
      artefacts: [made],
    } = await call(saveArtefacts, { program_uuid: programUuid, artefacts: [{ kind, title }] })
    setDraft((before) => ({ ...before, elements: [...before.elements, made!.uuid] }))
    again()
  }

  /** Stores the program's choices first: a project can only be created in a configured program. */
  async function create(): Promise<Project> {
    if (config && chosen && !isSame(chosen, config.chosen))
      await call(saveProgramConfig, { program_uuid: programUuid, revision: config.revision, chosen })
    const { leadUuid, elements, ...fields } = draft
    return (
      await call(saveProject, { program_uuid: programUuid, ...fields, lead_uuid: leadUuid, elements: [...elements] })
    ).project
  }
}
