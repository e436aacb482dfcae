import { expect, test } from 'vitest'
import { startInstallation } from '../support/installation.ts'
import { projectCalls } from '../support/engineering/project-calls.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { begin, call, get, make, project } = projectCalls(site, alpha)

test('[LIFECYCLE-10] a program can hide a step and show it again, and its configuration has it', async () => {
  const program = await begin()
  const hide = async (hidden_steps: readonly string[]) => {
    const { revision } = (await get('get-program-config', { project_uuid: program })).body
    expect(
      (await call('save-program-config', { program_uuid: program, revision, chosen: { hidden_steps } })).status,
    ).toBe(200)
    return (await get('get-program-config', { project_uuid: program })).body.chosen
  }
  const unseen = async () =>
    (
      (await get('get-program-by-uuid', { programUuid: program })).body.program.lifecycle as {
        lifecycle_key: string
        is_ui_visible: boolean
      }[]
    )
      .filter(({ is_ui_visible: isVisible }) => !isVisible)
      .map(({ lifecycle_key: key }) => key)
  expect(await hide(['Residual-Risk', 'Residual-Risk'])).toMatchObject({ hidden_steps: ['Residual-Risk'] })
  expect(await unseen()).toEqual(['Residual-Risk'])
  expect((await get('get-program-by-uuid', { programUuid: program })).body.program.lifecycle[0]).toMatchObject({
    lifecycle_key: 'Item-Definition',
    is_configurable: false,
  })
  expect(await hide([])).not.toHaveProperty('hidden_steps')
  expect(await unseen()).toEqual([])
})

test("[CONFIGURATION-7] a program is configured from lists, by its own uuid or a project's", async () => {
  const program = await begin()
  const begun = await project(program)
  const [system, vehicle] = await make(
    program,
    { kind: 'system', title: 'Telematics' },
    { kind: 'vehicle-model', title: 'EQX-24' },
  )
  const config = (await get('get-program-config', { project_uuid: begun.uuid })).body
  expect(config).toMatchObject({
    program_uuid: program,
    systems: [{ uuid: system!.uuid, code: 'IT-01', title: 'Telematics' }],
    vehicles: [{ uuid: vehicle!.uuid }],
    features: [],
    components: [],
    functionList: [],
    method: { uuid: null, name: 'Default', version: 1 },
  })
  expect(config).toEqual((await get('get-program-config', { project_uuid: program })).body)
  const choose = (revision: number, chosen: object) =>
    call('save-program-config', { program_uuid: program, revision, chosen })
  expect((await choose(1, { propulsion_types: ['electric', 'electric'], design_type: 'new' })).body.revision).toBe(2)
  expect((await choose(1, { design_type: 'variant' })).status).toBe(409)
  expect((await choose(2, { design_type: 'new' })).body.revision).toBe(2)
  expect((await choose(2, { regulation_types: ['un-r999'] })).status).toBe(400)
  expect((await get('get-program-config', { project_uuid: program })).body).toMatchObject({
    revision: 2,
    chosen: { propulsion_types: ['electric'], design_type: 'new', regulation_types: [], rating_types: [] },
  })
})
