import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { ProgramChoices } from './program-choices.ts'

const licence = 'LIFECYCLE_CONCEPT_PHASE'
const ok = z.object({ success: z.literal(true) })

/** An entry of a list that a program is configured with. */
const Listed = z.object({ uuid: z.uuid(), code: z.string(), title: z.string() })
const Option = z.object({ key: z.string(), label: z.string() })

export const getProgramConfig = endpoint({
  method: 'GET',
  path: 'v2/app/get-program-config',
  summary: 'What a program is configured with, and what there is to choose from',
  access: licence,
  /** A program's uuid, or that of a project in it. */
  input: z.object({ project_uuid: z.uuid() }),
  output: ok.extend({
    program_uuid: z.uuid(),
    revision: z.int32(),
    systems: z.array(Listed),
    features: z.array(Listed),
    components: z.array(Listed),
    functionList: z.array(Listed),
    vehicles: z.array(Listed),
    propulsion_types: z.array(Option),
    design_type: z.array(Option),
    regulation_types: z.array(Option),
    rating_types: z.array(Option),
    chosen: ProgramChoices,
    method: z.object({ uuid: z.uuid().nullable(), name: z.string(), version: z.int() }),
  }),
})

export const saveProgramConfig = endpoint({
  method: 'POST',
  path: 'v2/app/save-program-config',
  summary: 'Choose of the lists that every program has',
  access: licence,
  needs: 'programs.manage',
  input: z.object({ program_uuid: z.uuid(), revision: z.int32(), chosen: ProgramChoices.partial() }),
  output: ok.extend({ revision: z.int32() }),
})
