import { expect, test } from 'vitest'
import { checkGraph } from './check-graph.ts'
import { graphOf, node } from './playbooks.fixture.ts'
import type { PlaybookGraph, Trigger } from './playbook.ts'

const alert = { kind: 'alert', matchers: null } as const
const approval = node('ask', 'approval', {
  question: 'Block it?',
  people: { kind: 'role', role: 'ANALYST' },
  approvals: 2,
  expires_after_minutes: 60,
})
const action = node('block', 'vehicle_action', {
  vin: '{{ alert.vehicle.vin }}',
  action: 'enter_safe_mode',
  parameters: {},
  expires_after_minutes: 10,
})
const check = (graph: PlaybookGraph, trigger: Trigger = alert) =>
  checkGraph(graph, trigger).map(({ node: id, message }) => `${id}: ${message}`)

test('[PLAYBOOK-8] a vehicle action behind an approval is accepted', () => {
  expect(check(graphOf([approval, action], 'ask.approved>block'))).toEqual([])
})

test.for([
  ['alone', graphOf([action], '')],
  ['behind the rejection', graphOf([approval, action], 'ask.rejected>block')],
  [
    'on one of two ways',
    graphOf(
      [node('if', 'condition', severity('high')), approval, action],
      'if.true>ask ask.approved>block if.false>block',
    ),
  ],
] as const)('[PLAYBOOK-8] a vehicle action %s is refused', ([, graph]) => {
  expect(check(graph)).toEqual([expect.stringMatching(/^block: A way reaches this vehicle action without an approval/)])
})

test('[PLAYBOOK-7] cycles, lone nodes and edges out of a for-each are refused, each at its node', () => {
  const tag = (id: string) => node(id, 'tag_alert', { alert: 'alert.uuid', tags: ['x'] })
  expect(check(graphOf([tag('a'), tag('b')], 'a.next>b b.next>a'))).toEqual([
    'a: This node is in a cycle, or behind one.',
    'b: This node is in a cycle, or behind one.',
  ])
  expect(check(graphOf([tag('a'), tag('b'), tag('c')], 'a.next>b'))).toEqual([
    expect.stringMatching(/^c: Nothing leads to this node/),
  ])
  const each = node('each', 'for_each', { items: 'alert.tags' })
  expect(check(graphOf([each, tag('a'), tag('b')], 'each.each>a each.done>b a.next>b'))).toContainEqual(
    expect.stringMatching(/leads into a for-each or out of one/),
  )
})

test('[PLAYBOOK-7] names used twice, unknown ports and unknown targets are refused', () => {
  const graph = graphOf([node('a', 'end', {}), node('a', 'end', {})], 'a.next>b')
  expect(check(graph)).toEqual(['a: Two nodes have the name "a".', 'a: An edge leads to "b", which does not exist.'])
  expect(
    check(graphOf([node('a', 'set', { variables: [{ name: 'x', value: '1' }] }), node('b', 'end', {})], 'a.out>b')),
  ).toEqual(['a: This node has no way out "out".'])
})

test('[PLAYBOOK-5] paths that do not exist are refused with what there is', () => {
  const comment = node('say', 'comment_case', { case: 'nodes.open.case_uuid', text: '{{ alert.vehicle.wheel }}' })
  const open = node('open', 'create_case', { title: 'x', alert: 'alert.uuid' })
  expect(check(graphOf([open, comment], 'open.next>say'))).toEqual([
    'say: There is no alert.vehicle.wheel here. There is uuid, vin, name, model, software_version.',
  ])
  expect(check(graphOf([comment, open], 'say.next>open'))[0]).toBe(
    'say: There is no nodes.open here. Only nodes that come before this one can be read.',
  )
  expect(
    check(graphOf([node('t', 'tag_alert', { alert: 'alert.uuid', tags: ['x'] })], ''), { kind: 'webhook' })[0],
  ).toMatch(/^t: There is no alert here/)
})

test('[PLAYBOOK-5] an iteration reads its item, and what comes after the for-each does not read the iteration', () => {
  const each = node('each', 'for_each', { items: 'alert.observables' })
  const inside = node('inside', 'set', { variables: [{ name: 'kind', value: '{{ item.kind }} {{ index }}' }] })
  const after = node('after', 'set', { variables: [{ name: 'x', value: '{{ vars.kind }}' }] })
  expect(check(graphOf([each, inside], 'each.each>inside'))).toEqual([])
  expect(check(graphOf([each, inside, after], 'each.each>inside each.done>after'))).toEqual([
    'after: There is no vars.kind here.',
  ])
})

test('[PLAYBOOK-18] secrets are refused anywhere but in HTTP requests', () => {
  const leak = node('say', 'set', { variables: [{ name: 'x', value: '{{ secrets.TOKEN }}' }] })
  const http = node('call', 'http_request', {
    method: 'POST',
    url: 'https://example.com/?k={{ secrets.TOKEN }}',
    headers: { authorization: 'Bearer {{ secrets.TOKEN }}' },
    body: '{{ secrets.TOKEN }}',
  })
  expect(check(graphOf([leak], ''))).toEqual([expect.stringMatching(/^say: Secrets can only be used in/)])
  expect(check(graphOf([http], ''))).toEqual([])
  const part = { ...http, settings: { ...http.settings, body: '{{ secrets.TOKEN | truncate(4) }}' } }
  expect(check(graphOf([part], ''))).toEqual([expect.stringMatching(/^call: A secret is used as it is/)])
})

test('[PLAYBOOK-9] types that do not exist are refused', () => {
  expect(checkGraph(graphOf([node('a', 'launch', {})], ''), alert)[0]).toEqual({
    node: 'a',
    field: null,
    message: 'There is no type of node "launch".',
  })
})

function severity(value: string) {
  return { conditions: { match: 'all', tests: [{ field: 'alert.severity', op: 'equals', value }] } }
}
