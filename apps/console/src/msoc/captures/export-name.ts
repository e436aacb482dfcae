import type { ExportFormat } from '@carapace/shared/msoc/can/captures'
import { endingOf } from '@carapace/shared/msoc/capture/write'

/** The name of an exported file: the name of the source without its file extension, plus the new one. */
export function exportName(name: string, format: ExportFormat): string {
  const plain = name.replace(/\.(log|asc|blf|csv|trc|crtd|txt|pcap|pcapng)$/i, '').replaceAll(/[^\w.-]+/g, '-')
  return `${plain}.${endingOf[format]}`
}
