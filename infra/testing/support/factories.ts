import { randomUUID } from 'node:crypto'
import type { InputOf } from '@carapace/shared/core/endpoint'
import { type Artefact, saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type Program, saveProgram } from '@carapace/shared/graph/programs/programs.contract'
import { saveVehicle, type Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'

import type { Installation } from './installation.ts'

/** A new program, of which the caller is the lead; without a name, of a name of its own. */
export async function createProgram(
  site: Installation,
  token: string,
  fields: Partial<InputOf<typeof saveProgram>> = {},
): Promise<Program> {
  const { program } = await site.request(token, saveProgram, { name: `Program ${randomUUID()}`, ...fields })
  return program
}

export type ArtefactInput = NonNullable<InputOf<typeof saveArtefacts>['artefacts']>[number]

/** Artefacts written into a program, new ones or changes, in the order in which they are given. */
export async function writeArtefacts(
  site: Installation,
  token: string,
  programUuid: string,
  ...artefacts: readonly ArtefactInput[]
): Promise<Artefact[]> {
  const answer = await site.request(token, saveArtefacts, { program_uuid: programUuid, artefacts: [...artefacts] })
  return answer.artefacts
}

/** Registers a vehicle. */
export async function createVehicle(
  site: Installation,
  token: string,
  fields: InputOf<typeof saveVehicle>,
): Promise<Vehicle> {
  return (await site.request(token, saveVehicle, fields)).vehicle
}
