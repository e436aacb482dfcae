import type { Severity } from '@carapace/shared/msoc/severity'

/** A tone's notes in Hz, a fifth of a second each: critical rises twice, high is one low note. */
const notes: Readonly<Partial<Record<Severity, readonly number[]>>> = { critical: [740, 988, 740, 988], high: [523] }
const noteSeconds = 0.2
const loudness = 0.25
const gestures = ['pointerdown', 'keydown'] as const

export interface Tones {
  readonly play: (severity: Severity) => void
  readonly close: () => void
}

/**
 * The browser's synthesiser. It may refuse to play until the user has touched the page: `onBlocked` reports whether it
 * refuses.
 */
export function openTones(onBlocked: (blocked: boolean) => void): Tones {
  const audio = new AudioContext()
  const report = () => onBlocked(audio.state !== 'running')
  // refused again until there was a user gesture, which `state` also reports
  const wake = () => void audio.resume().catch(report)
  audio.addEventListener('statechange', report)
  for (const gesture of gestures) addEventListener(gesture, wake)
  report()

  return {
    play(severity) {
      if (audio.state === 'running')
        notes[severity]?.forEach((hz, index) => playNote(audio, hz, audio.currentTime + index * noteSeconds))
    },
    close() {
      for (const gesture of gestures) removeEventListener(gesture, wake)
      audio.removeEventListener('statechange', report)
      void audio.close()
    },
  }
}

/** One note that fades in and out, so that it does not click. */
function playNote(audio: AudioContext, hz: number, at: number): void {
  const voice = audio.createOscillator()
  const volume = audio.createGain()
  voice.frequency.value = hz
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(loudness, at + 0.02)
  volume.gain.linearRampToValueAtTime(0, at + noteSeconds * 0.9)
  voice.connect(volume).connect(audio.destination)
  voice.start(at)
  voice.stop(at + noteSeconds)
}
