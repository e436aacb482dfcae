import { resolutions } from '../alerts/alerts.ts'
import { caseStages } from '../cases/cases.ts'
import { severities } from '../severity.ts'
import { vehicleActionKinds } from '../vehicle-actions/vehicle-actions.ts'
import type { NodeType } from './node-settings.ts'
import type { NodeDeclaration, NodeField } from './node-declaration.ts'
import { foundAlertShape, vehicleShape } from './shapes.ts'

const alert: NodeField = { name: 'alert', label: 'Alert', kind: 'path', hint: 'alert.uuid' }
const aCase: NodeField = { name: 'case', label: 'Case', kind: 'path', hint: 'nodes.open_case.case_uuid' }
const vin: NodeField = { name: 'vin', label: 'VIN', kind: 'template', hint: '{{ alert.vehicle.vin }}' }

const writes = (group: NodeDeclaration['group'], declared: Omit<NodeDeclaration, 'effect' | 'group' | 'ports'>) => ({
  group,
  effect: 'writes' as const,
  ports: ['next', 'error'],
  ...declared,
})

const alertUuid = { alert: 'alert.uuid' }

/** The nodes that read or change something. */
export const actionNodes = {
  assign_alert: writes('Alerts', {
    title: 'Assign alert',
    summary: 'Gives the alert an owner, or takes the owner away.',
    fields: [alert, { name: 'owner', label: 'Owner', kind: 'member' }],
    outputs: { owner: 'text' },
    initial: { ...alertUuid, owner: null },
  }),
  tag_alert: writes('Alerts', {
    title: 'Tag alert',
    summary: 'Adds tags to the alert.',
    fields: [alert, { name: 'tags', label: 'Tags', kind: 'tags' }],
    outputs: { tags: { list: 'text' } },
    initial: { ...alertUuid, tags: [] },
  }),
  acknowledge_alert: writes('Alerts', {
    title: 'Acknowledge alert',
    summary: 'Marks the alert as seen.',
    fields: [alert],
    outputs: { status: 'text' },
    initial: alertUuid,
  }),
  set_alert_status: writes('Alerts', {
    title: 'Set alert status',
    summary: 'Sets the status of an open alert.',
    fields: [alert, { name: 'status', label: 'Status', kind: 'choice', options: ['IN_PROGRESS', 'PENDING'] }],
    outputs: { status: 'text' },
    initial: { ...alertUuid, status: 'IN_PROGRESS' },
  }),
  close_alert: writes('Alerts', {
    title: 'Close alert',
    summary: 'Closes the alert with a resolution.',
    fields: [alert, { name: 'resolution', label: 'Resolution', kind: 'choice', options: resolutions }],
    outputs: { status: 'text' },
    initial: { ...alertUuid, resolution: 'FALSE_POSITIVE' },
  }),
  find_alerts: {
    title: 'Find alerts',
    group: 'Alerts',
    effect: 'reads',
    summary: 'Lists alerts that match, the latest first, and counts them.',
    fields: [
      { name: 'matchers', label: 'Alerts', kind: 'matchers' },
      { ...vin, hint: 'Empty: all vehicles' },
      { name: 'open', label: 'Open alerts only', kind: 'boolean' },
      { name: 'hours', label: 'Raised within (hours)', kind: 'number' },
      { name: 'at_most', label: 'Maximum in the list', kind: 'number' },
    ],
    ports: ['next', 'error'],
    outputs: { total: 'number', alerts: { list: foundAlertShape } },
    initial: { matchers: null, vin: '', open: true, hours: 24, at_most: 50 },
  },
  silence_alerts: writes('Alerts', {
    title: 'Silence alerts',
    summary: 'Adds a silence or a maintenance window to the alert pipeline.',
    fields: [
      { name: 'kind', label: 'Kind', kind: 'choice', options: ['silence', 'maintenance'] },
      vin,
      { name: 'rule', label: 'Rule', kind: 'template', when: { field: 'kind', is: 'silence' } },
      { name: 'hours', label: 'For (hours)', kind: 'number' },
      { name: 'reason', label: 'Reason', kind: 'template' },
    ],
    outputs: { step_uuid: 'text', until: 'time' },
    initial: { kind: 'silence', vin: '{{ alert.vehicle.vin }}', rule: '{{ alert.rule }}', hours: 24, reason: '' },
  }),

  create_case: writes('Cases', {
    title: 'Create case',
    summary: 'Opens a case over the alert, or returns the open case that the alert already belongs to.',
    fields: [{ name: 'title', label: 'Title', kind: 'template' }, alert],
    outputs: { case_uuid: 'text', number: 'number', created: 'boolean' },
    initial: { title: '{{ alert.title }}', ...alertUuid },
  }),
  link_alert: writes('Cases', {
    title: 'Add alert to case',
    summary: 'Links the alert to a case that is not closed.',
    fields: [alert, aCase],
    outputs: { linked: 'boolean' },
    initial: { ...alertUuid, case: '' },
  }),
  comment_case: writes('Cases', {
    title: 'Comment on case',
    summary: 'Adds a comment to the case.',
    fields: [aCase, { name: 'text', label: 'Comment', kind: 'text_template' }],
    outputs: {},
    initial: { case: '', text: '' },
  }),
  update_case: writes('Cases', {
    title: 'Update case',
    summary: 'Sets stage, severity or owner of the case; when it closes, also closes its alerts if you choose so.',
    fields: [
      aCase,
      { name: 'stage', label: 'Stage', kind: 'choice_or_none', options: caseStages },
      { name: 'severity', label: 'Severity', kind: 'choice_or_none', options: severities },
      { name: 'owner', label: 'Owner', kind: 'member' },
      {
        name: 'close_alerts',
        label: 'Close its alerts as',
        kind: 'choice_or_none',
        options: resolutions,
        when: { field: 'stage', is: 'CLOSED' },
      },
    ],
    outputs: { stage: 'text' },
    initial: { case: '', stage: 'IN_PROGRESS' },
  }),
  add_task: writes('Cases', {
    title: 'Add task',
    summary: 'Adds a task to the case.',
    fields: [
      aCase,
      { name: 'title', label: 'Title', kind: 'template' },
      { name: 'description', label: 'Description', kind: 'text_template' },
    ],
    outputs: { task_uuid: 'text' },
    initial: { case: '', title: '', description: '' },
  }),
  add_observable: writes('Cases', {
    title: 'Add observable',
    summary: 'Adds an observable, to a case if you name one.',
    fields: [
      { ...aCase, hint: 'Empty: without a case' },
      { name: 'kind', label: 'Kind', kind: 'template' },
      { name: 'value', label: 'Value', kind: 'template' },
    ],
    outputs: { observable_uuid: 'text' },
    initial: { case: '', kind: '', value: '' },
  }),

  notify: {
    title: 'Notify',
    group: 'People',
    effect: 'writes',
    summary: 'Notifies people, each on the channels that they chose.',
    fields: [
      { name: 'title', label: 'Title', kind: 'template' },
      { name: 'text', label: 'Text', kind: 'text_template' },
      { name: 'urgency', label: 'Urgency', kind: 'choice', options: ['critical', 'high', 'normal', 'low'] },
      { name: 'people', label: 'Whom', kind: 'people' },
    ],
    ports: ['next', 'error'],
    outputs: {},
    initial: { title: '', text: '', urgency: 'normal', people: { kind: 'role', role: 'ANALYST' } },
  },
  http_request: {
    title: 'HTTP request',
    group: 'Outside',
    effect: 'outside',
    summary: 'Requests a public address, or one that the installation allows. Secrets are masked wherever they appear.',
    fields: [
      { name: 'method', label: 'Method', kind: 'choice', options: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
      { name: 'url', label: 'Address', kind: 'template', secrets: true },
      { name: 'headers', label: 'Headers', kind: 'templates', secrets: true },
      { name: 'body', label: 'Body', kind: 'text_template', secrets: true },
      { name: 'timeout_seconds', label: 'Timeout (seconds)', kind: 'number' },
      {
        name: 'repeatable',
        label: 'May be sent again',
        kind: 'boolean',
        hint: 'The server handles requests with the same Idempotency-Key only once.',
      },
      { name: 'expects', label: 'Expected statuses', kind: 'numbers', hint: 'Empty: 200 to 299' },
    ],
    ports: ['next', 'error'],
    outputs: { status: 'number', body: 'any' },
    initial: {
      method: 'GET',
      url: 'https://',
      headers: {},
      body: '',
      timeout_seconds: 15,
      repeatable: false,
      expects: [],
    },
  },
  run_analyzer: {
    title: 'Run analyzer',
    group: 'Outside',
    effect: 'outside',
    summary: 'Asks an analyzer about a value.',
    fields: [
      { name: 'analyzer', label: 'Analyzer', kind: 'template' },
      { name: 'kind', label: 'Kind of value', kind: 'template' },
      { name: 'value', label: 'Value', kind: 'template' },
    ],
    ports: ['next', 'error'],
    outputs: { verdict: 'text', report: 'any' },
    initial: { analyzer: '', kind: 'address', value: '' },
  },

  vehicle_facts: {
    title: 'Vehicle facts',
    group: 'Vehicles',
    effect: 'reads',
    summary: 'Reads the vehicle, its open alerts and when it last sent something.',
    fields: [vin],
    ports: ['next', 'error'],
    outputs: {
      vehicle: vehicleShape,
      found: 'boolean',
      open_alerts: 'number',
      alerts_of_30_days: 'number',
      last_seen: 'time',
    },
    initial: { vin: '{{ alert.vehicle.vin }}' },
  },
  vehicle_action: {
    title: 'Vehicle action',
    group: 'Vehicles',
    effect: 'waits',
    summary: 'Requests something of the vehicle and waits for its confirmation. Needs an approval before it.',
    fields: [
      vin,
      { name: 'action', label: 'Action', kind: 'choice', options: vehicleActionKinds },
      { name: 'parameters', label: 'Parameters', kind: 'templates' },
      { name: 'expires_after_minutes', label: 'Expires after (minutes)', kind: 'number' },
    ],
    ports: ['confirmed', 'not_confirmed', 'error'],
    outputs: { action_uuid: 'text', state: 'text', detail: 'text' },
    initial: {
      vin: '{{ alert.vehicle.vin }}',
      action: 'block_arbitration_id',
      parameters: { bus: '{{ alert.bus }}', arbitration_id: '{{ alert.first.arbitration_id }}' },
      expires_after_minutes: 60,
    },
  },
  set_rule_state: writes('Detection', {
    title: 'Set rule state',
    summary: 'Enables or disables a detection rule.',
    fields: [
      { name: 'rule', label: 'Rule', kind: 'path', hint: 'alert.rule_uuid' },
      { name: 'state', label: 'State', kind: 'choice', options: ['enabled', 'disabled'] },
    ],
    outputs: { state: 'text' },
    initial: { rule: 'alert.rule_uuid', state: 'disabled' },
  }),
  set_profile_state: writes('Detection', {
    title: 'Set profile state',
    summary: 'Activates or retires a profile of CAN traffic.',
    fields: [
      { name: 'profile', label: 'Profile', kind: 'template', hint: 'uuid of the profile' },
      { name: 'state', label: 'State', kind: 'choice', options: ['active', 'retired'] },
    ],
    outputs: { state: 'text' },
    initial: { profile: '', state: 'active' },
  }),
} as const satisfies Partial<Record<NodeType, NodeDeclaration>>
