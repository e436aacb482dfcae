import { randomUUID } from 'node:crypto'
import type { InputOf } from '@carapace/shared/core/endpoint'
import { type Artefact, saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type Program, saveProgram } from '@carapace/shared/graph/programs/programs.contract'
import { saveVehicle, type Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'

import type { Installation } from './installation.ts'

/** Creates a program with the caller as its lead; without a name it gets a unique one. */
export async function createProgram(
  site: Installation,
  token: string,
  fields: Partial<InputOf<typeof saveProgram>> = {},
): Promise<Program> {
  const { program } = await site.request(token, saveProgram, { name: `Program ${randomUUID()}`, ...fields })
  return program
}

export type ArtefactInput = NonNullable<InputOf<typeof saveArtefacts>['artefacts']>[number]

/** Writes new or changed artefacts to a program; returns them in the order of the input. */
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
