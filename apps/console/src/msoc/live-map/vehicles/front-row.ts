import { codeOf, staleFace, stride, type VehicleStore } from './vehicle-store.ts'

const order = [codeOf('degraded'), codeOf('compromised')] as const

/** Whether an instance is drawn on top: degraded or compromised, and not stale. */
function isInFront(face: number): boolean {
  return face >= 0 && face < staleFace && order.some((health) => health === face)
}

/**
 * Copies the instances that are drawn last, the worst at the very end. There are few of them in a healthy fleet, so
 * drawing them separately is much cheaper than drawing all vehicles again. Returns the copy, in `reuse` if that is
 * large enough, and the number of instances.
 */
export function frontRow(
  { instances, end }: VehicleStore,
  reuse: Float32Array<ArrayBuffer>,
): { front: Float32Array<ArrayBuffer>; count: number } {
  let wanted = 0
  for (let slot = 0; slot < end; slot++) if (isInFront(instances[slot * stride + 5] ?? -1)) wanted++
  const front = reuse.length >= wanted * stride ? reuse : new Float32Array(wanted * stride * 2)
  let at = 0
  for (const health of order) {
    for (let slot = 0; slot < end && at < wanted * stride; slot++) {
      if (instances[slot * stride + 5] !== health) continue
      front.set(instances.subarray(slot * stride, slot * stride + stride), at)
      at += stride
    }
  }
  return { front, count: wanted }
}
