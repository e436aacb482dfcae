/** The source of the analyzer: live frames, a window of a vehicle's record, a capture, or an alert's evidence. */
export type Source =
  | { readonly kind: 'live'; readonly vehicle: string }
  | { readonly kind: 'record'; readonly vehicle: string; readonly from: number; readonly to: number }
  | { readonly kind: 'capture'; readonly uuid: string }
  | { readonly kind: 'alert'; readonly uuid: string }
