import type { ExportFormat } from '@carapace/shared/msoc/can/captures'
import { endingOf } from '@carapace/shared/msoc/capture/write'

/** What an exported file is called: after what the frames are of, without the ending of the file that they came in. */
export function exportName(name: string, format: ExportFormat): string {
  const plain = name.replace(/\.(log|asc|blf|csv|trc|crtd|txt|pcap|pcapng)$/i, '').replaceAll(/[^\w.-]+/g, '-')
  return `${plain}.${endingOf[format]}`
}
