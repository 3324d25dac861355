import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import RuleEditor from '../src/parts/RuleEditor.svelte'
import type { RuleChanges } from '../src/protocol/types'
import { settings } from '../src/settings.svelte'
import { book } from './rulebook'

beforeEach(() => {
  settings.language = 'nl'
})

/** An editor in a page that keeps what it hears. */
function edit(rules: RuleChanges, props: { fieldsOnly?: boolean } = { fieldsOnly: true }) {
  const onchange = vi.fn((changed: RuleChanges) => void view.rerender({ rules: changed }))
  const view = render(RuleEditor, { rules, book, onchange, ...props })
  return { onchange, said: () => onchange.mock.lastCall?.[0] }
}

const field = (name: string) => screen.getByRole('group', { name: new RegExp(`^${name}`) })

describe('the rule editor', () => {
  it('shows every field that applies, and those that come to apply', async () => {
    edit({ base: 'town' })
    expect(screen.getAllByRole('group')).toHaveLength(7)
    expect(screen.queryByRole('group', { name: 'Laagste bod' })).toBeNull()
    await fireEvent.click(within(field('Troef maken')).getByLabelText('er wordt geboden'))
    expect(within(field('Laagste bod')).getByRole('spinbutton')).toHaveProperty('value', '80')
    expect(screen.getByRole('status').textContent).toContain('1 afwijking')
  })

  it('marks what differs, and leads back to the base', async () => {
    const { said } = edit({ base: 'town' })
    await fireEvent.input(within(field('Pit')).getByRole('spinbutton'), { target: { value: '150' } })
    expect(said()).toEqual({ base: 'town', pit: 150 })
    expect(within(field('Pit')).getByText('afwijkend')).toBeTruthy()
    await fireEvent.click(within(field('Pit')).getByRole('button', { name: 'Terug naar de basis' }))
    expect(said()).toEqual({ base: 'town' })
    expect(within(field('Pit')).queryByText('afwijkend')).toBeNull()
  })

  it('hides a choice that is not possible', async () => {
    edit({ base: 'club' })
    expect(within(field('Halen')).getByLabelText('het bod')).toHaveProperty('checked', true)
    await fireEvent.click(within(field('Troef maken')).getByLabelText('links van de deler'))
    expect(within(field('Halen')).queryByLabelText('het bod')).toBeNull()
    expect(within(field('Halen')).getByLabelText('meer dan de helft')).toHaveProperty('checked', true)
  })

  it('takes batches, ranks, seats and both ends of a game', async () => {
    const { said } = edit({ base: 'town' })
    await fireEvent.change(within(field('Delen')).getByRole('textbox'), { target: { value: '3, 2 en 3' } })
    expect(said()).toMatchObject({ deal: [3, 2, 3] })
    await fireEvent.input(within(field('Vier gelijke')).getByLabelText('7'), { target: { value: '0' } })
    expect(said()).toMatchObject({ four_alike: { J: 100, A: 100 } })
    await fireEvent.click(within(field('Eerste deler')).getByLabelText('Noord'))
    expect(said()).toMatchObject({ first_dealer: 'N' })
    await fireEvent.click(within(field('Einde van de partij')).getByLabelText('bij zoveel punten'))
    expect(said()).toMatchObject({ end: { points: 1501 } })
    await fireEvent.click(screen.getByRole('button', { name: 'Alles terug naar de basis' }))
    expect(said()).toEqual({ base: 'town' })
  })

  it('says when a number is not possible, and leaves the answer to the server', async () => {
    const { said } = edit({ base: 'town' })
    const input = within(field('Pit')).getByRole('spinbutton')
    await fireEvent.input(input, { target: { value: '15' } })
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(said()).toEqual({ base: 'town', pit: 15 })
    await fireEvent.change(within(field('Delen')).getByRole('textbox'), { target: { value: '3 2' } })
    expect(within(field('Delen')).getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
  })

  it('keeps what was changed in one base after a look at another', async () => {
    const { said } = edit({ base: 'town', pit: 150 }, {})
    await fireEvent.click(screen.getByLabelText(/De club/))
    expect(said()).toEqual({ base: 'club' })
    await fireEvent.click(screen.getByLabelText(/De stad/))
    expect(said()).toEqual({ base: 'town', pit: 150 })
  })

  it('speaks English too', () => {
    settings.language = 'en'
    edit({ base: 'town' })
    expect(screen.getByRole('group', { name: 'Choosing trump' })).toBeTruthy()
  })
})
