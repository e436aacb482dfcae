import { expect, test } from 'vitest'
import { checkGraph } from '../check-graph.ts'
import { PlaybookTemplate } from '../playbooks.contract.ts'
import { scheduleMistake } from '../schedule.ts'
import { playbookTemplates } from './all.ts'

test('[PLAYBOOK-24] at least eleven templates are shipped, each under a name of its own', () => {
  expect(playbookTemplates.length).toBeGreaterThanOrEqual(11)
  expect(new Set(playbookTemplates.map(({ name }) => name)).size).toBe(playbookTemplates.length)
  expect(new Set(playbookTemplates.map(({ key }) => key)).size).toBe(playbookTemplates.length)
})

test.for(playbookTemplates.map((template) => [template.key, template] as const))(
  '[PLAYBOOK-24] the template %s has no mistakes',
  ([, template]) => {
    expect(PlaybookTemplate.parse(template)).toBeDefined()
    expect(checkGraph(template.graph, template.trigger)).toEqual([])
    if (template.trigger.kind === 'schedule')
      expect(scheduleMistake(template.trigger.schedule, new Date())).toBeUndefined()
  },
)
