/** Sounds, made here: knuckles on a table, a card, a little bell. */

import { settings } from './settings.svelte'

let context: AudioContext | null = null

/** A browser lets a page be heard only after its user has touched it. */
function ready(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === 'undefined') return null
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return null
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  return context.state === 'running' ? context : null
}

export function wakeSound(): void {
  ready()
}

/** A burst of noise through a filter: wood or paper, by its pitch and length. */
function thud(at: number, pitch: number, length: number, loud: number): void {
  const audio = ready()
  if (audio === null) return
  const samples = Math.ceil(audio.sampleRate * length)
  const buffer = audio.createBuffer(1, samples, audio.sampleRate)
  const noise = buffer.getChannelData(0)
  for (let i = 0; i < samples; i++) noise[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 3
  const source = audio.createBufferSource()
  source.buffer = buffer
  const filter = audio.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.value = pitch
  filter.Q.value = 1.2
  const gain = audio.createGain()
  gain.gain.value = loud
  source.connect(filter).connect(gain).connect(audio.destination)
  source.start(audio.currentTime + at)
}

function tone(at: number, pitch: number, length: number, loud: number): void {
  const audio = ready()
  if (audio === null) return
  const start = audio.currentTime + at
  const oscillator = audio.createOscillator()
  oscillator.frequency.value = pitch
  const gain = audio.createGain()
  gain.gain.setValueAtTime(loud, start)
  gain.gain.exponentialRampToValueAtTime(0.001, start + length)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + length)
}

export const sounds = {
  card: () => thud(0, 2600, 0.05, 0.35),
  knock: () => [0, 0.14].forEach((at) => thud(at, 180, 0.12, 2.2)),
  roem: () => [660, 880].forEach((pitch, i) => tone(i * 0.09, pitch, 0.35, 0.08)),
  turn: () => tone(0, 740, 0.25, 0.05),
  refused: () => tone(0, 150, 0.2, 0.08),
}
