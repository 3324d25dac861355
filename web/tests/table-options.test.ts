import { fireEvent, render, screen } from '@testing-library/svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import TableOptions from '../src/parts/TableOptions.svelte'
import type { Options, RuleChanges } from '../src/protocol/types'
import type { RuleBook } from '../src/rules'
import { settings } from '../src/settings.svelte'
import { book } from './rulebook'

const said = (title: string) => ({ nl: title, en: title })
const claims = ['amount', 'automatic'].map((value) => ({ value, title: said(value) }))
const claiming: RuleBook = {
  ...book,
  fields: [...book.fields, { ...book.fields.find(({ name }) => name === 'troef')!, name: 'claim', choices: claims }],
}

const OPTIONS: Options = {
  public: false,
  trick_pause: 0.5,
  round_pause: 5,
  turn_clock: null,
  bots: true,
  bot_pace: 1,
  tips: false,
}

beforeEach(() => {
  settings.language = 'nl'
})

const pauses = () => [...screen.getByLabelText<HTMLSelectElement>('Pauze na een slag').options].map(({ value }) => Number(value))

it('offers less than a second after a trick only where nobody claims', async () => {
  const onchange = vi.fn()
  const props = (rules: object) => ({ options: OPTIONS, rules: { base: 'town', ...rules } as RuleChanges, book: claiming, onchange })
  const view = render(TableOptions, props({ claim: 'automatic' }))
  expect(pauses()).toContain(0)
  await view.rerender(props({ claim: 'amount' }))
  expect(Math.min(...pauses())).toBe(1)
  const field = screen.getByLabelText<HTMLSelectElement>('Pauze na een slag')
  expect(field.value).toBe('1')
  expect(screen.getByText('minstens een seconde, zodat iedereen kan roemen')).toBeTruthy()
  await fireEvent.change(field, { target: { value: '3' } })
  expect(onchange).toHaveBeenCalledWith({ ...OPTIONS, trick_pause: 3 })
})
