import { OverlayToaster, type Toaster, type ToastProps } from '@blueprintjs/core'

/** What the specification gives each kind, ms; 0 stays until it is dismissed. */
const durations = { blank: 4_000, error: 4_000, success: 2_000, loading: 0 } as const

let toaster: Promise<Toaster> | undefined

function show(kind: keyof typeof durations, message: string, told: Partial<ToastProps> = {}, key?: string): void {
  toaster ??= OverlayToaster.create({ maxToasts: 20, position: 'bottom-right' })
  void toaster.then((ready) => ready.show({ message, timeout: durations[kind], ...told }, key))
}

/** Short messages at the bottom right. The same `key` replaces what it showed before: loading becomes success. */
export const toast = {
  blank: (message: string, key?: string) => show('blank', message, {}, key),
  success: (message: string, key?: string) => show('success', message, { intent: 'success' }, key),
  error: (message: string, key?: string) => show('error', message, { intent: 'danger' }, key),
  loading: (message: string, key: string) => show('loading', message, {}, key),
  dismiss: (key: string) => void toaster?.then((ready) => ready.dismiss(key)),
}
