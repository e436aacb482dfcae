import { OverlayToaster, type Toaster, type ToastProps } from '@blueprintjs/core'
import './blueprint.css' // the public pages load no other part of Blueprint

/** The duration that the specification sets for each kind, ms; 0 stays until it is dismissed. */
const durations = { blank: 4_000, error: 4_000, success: 2_000, loading: 0 } as const

/** A button takes longer to reach than a sentence to read, ms. */
const actionMs = 8_000

/** The action of a toast: "Open case", "Undo". */
export interface ToastAction {
  readonly text: string
  readonly run: () => void
}

/** `key`: replaces the toast with the same key: loading becomes success. */
interface ToastOptions {
  readonly key?: string
  readonly action?: ToastAction
}

let toaster: Promise<Toaster> | undefined

function show(
  kind: keyof typeof durations,
  message: string,
  { key, action }: ToastOptions,
  look: Partial<ToastProps> = {},
): void {
  toaster ??= OverlayToaster.create({ maxToasts: 20, position: 'bottom-right' })
  const acting =
    action === undefined
      ? {}
      : { action: { text: action.text, onClick: action.run }, timeout: durations[kind] && actionMs }
  void toaster.then((ready) => ready.show({ message, timeout: durations[kind], ...look, ...acting }, key))
}

/** Short messages at the bottom right. */
export const toast = {
  blank: (message: string, options: ToastOptions = {}) => show('blank', message, options),
  success: (message: string, options: ToastOptions = {}) => show('success', message, options, { intent: 'success' }),
  error: (message: string, options: ToastOptions = {}) => show('error', message, options, { intent: 'danger' }),
  loading: (message: string, key: string) => show('loading', message, { key }),
  dismiss: (key: string) => void toaster?.then((ready) => ready.dismiss(key)),
}
