import { isNodeType } from '@carapace/shared/msoc/playbooks/node-settings'
import { nodeTypes } from '@carapace/shared/msoc/playbooks/node-types'
import type { PlaybookNode } from '@carapace/shared/msoc/playbooks/playbook'
import { textOf } from '@carapace/shared/msoc/playbooks/evaluate'
import { vehicleActionTitles } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions'

const words = (value: unknown) => textOf(value).replaceAll('_', ' ').toLowerCase()

/** What a node does, or would do, as a sentence. */
export function describe({ type, title }: PlaybookNode, input: Record<string, unknown>, isSimulated: boolean): string {
  if (!isSimulated) return isNodeType(type) ? nodeTypes[type].title : title
  switch (type) {
    case 'http_request':
      return `Would send ${textOf(input['method'])} ${textOf(input['url'])}.`
    case 'vehicle_action':
      return `Would request of ${textOf(input['vin'])}: ${actionTitle(input['action'])}.`
    case 'close_alert':
      return `Would close the alert as ${words(input['resolution'])}.`
    case 'tag_alert':
      return `Would add the tags ${(input['tags'] as string[]).join(', ')}.`
    case 'create_case':
      return `Would open the case "${textOf(input['title'])}".`
    case 'comment_case':
      return `Would comment: ${textOf(input['text']).slice(0, 200)}`
    case 'approval':
      return `Would wait until ${textOf(input['approvals'])} of those named approve.`
    case 'form':
      return 'Would wait for an answer.'
    case 'delay':
      return 'Would wait.'
    case 'notify':
      return `Would notify: ${textOf(input['title'])}.`
    case 'set_rule_state':
    case 'set_profile_state':
      return `Would set the state to ${words(input['state'])}.`
    case 'silence_alerts':
      return `Would add a ${words(input['kind'])} for ${textOf(input['hours'])} hours.`
    default:
      return isNodeType(type) ? `Would do: ${nodeTypes[type].title}.` : title
  }
}

function actionTitle(kind: unknown): string {
  const title = Object.entries(vehicleActionTitles).find(([name]) => name === kind)?.[1]
  return (title ?? textOf(kind)).toLowerCase()
}
