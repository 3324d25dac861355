/** What the server says about rule sets: every field with its words. What follows from a rule, only the server knows. */

import { api } from './net/api'
import type { RuleChanges, Rules } from './protocol/types'
import type { Language } from './settings.svelte'

type Said = Record<Language, string>
export type Values = Record<string, unknown>

/** A field of the rule set, as a form needs it. */
export interface Field {
  name: string
  kind: 'choice' | 'flag' | 'points' | 'batches' | 'seat' | 'ranks' | 'end'
  title: Said
  text: Said
  paragraphs: string[]
  choices: { value: string; title: Said }[]
  least: number
  most: number
  step: number
  /** How a game may end; *usual* is what a known rule set has. */
  units: { unit: 'rounds' | 'points'; title: Said; least: number; most: number; usual: number }[]
  /** It applies only while another field has one of these values; then it begins with *fallback*. */
  when: { field: string; values: unknown[] } | null
  fallback: unknown
  /** Choices that another field's value rules out. */
  never: { value: unknown; field: string; is: unknown }[]
}

export interface RuleSet {
  name: string
  summary: Said
  fields: Rules
}

export interface RuleBook {
  fields: Field[]
  sets: RuleSet[]
}

// --- reading the schema -----------------------------------------------------------------------------

interface Words {
  title?: string
  description?: string
  'x-nl'?: { title?: string; description?: string }
}

interface Value {
  type?: string
  const?: unknown
  enum?: string[]
  minimum?: number
  maximum?: number
  multipleOf?: number
  oneOf?: (Value & Words)[]
  anyOf?: Value[]
  not?: { const?: unknown }
  properties?: Record<string, Value>
  propertyNames?: { enum: string[] }
  additionalProperties?: Value | false
}

interface Property extends Value, Words {
  'x-paragraphs'?: string[]
  'x-when'?: { field: string; values: unknown[] }
  'x-default'?: unknown
}

export interface Schema {
  properties: Record<string, Property>
  allOf: { if: { properties: Record<string, Value> }; then: { properties: Record<string, Value> } }[]
}

type Known = { name: string; fields: Rules }

const both = (words: Words, what: 'title' | 'description'): Said => ({
  en: words[what] ?? '',
  nl: words['x-nl']?.[what] ?? words[what] ?? '',
})

function kindOf(value: Value): Field['kind'] {
  if (value.oneOf) return value.oneOf[0]?.type === 'object' ? 'end' : 'choice'
  if (value.enum) return 'seat'
  if (value.type === 'boolean') return 'flag'
  if (value.type === 'array') return 'batches'
  return value.type === 'object' ? 'ranks' : 'points'
}

function fieldFrom(name: string, property: Property, schema: Schema, sets: readonly Known[]): Field {
  const value = property.anyOf?.find((each) => each.type !== 'null') ?? property // "or null" is for when it does not apply
  const kind = kindOf(value)
  const limits = kind === 'ranks' && value.additionalProperties ? value.additionalProperties : value
  const names = kind === 'ranks' ? value.propertyNames?.enum : value.enum
  return {
    name,
    kind,
    title: both(property, 'title'),
    text: both(property, 'description'),
    paragraphs: property['x-paragraphs'] ?? [],
    choices:
      kind === 'choice'
        ? (value.oneOf ?? []).map((each) => ({ value: String(each.const), title: both(each, 'title') }))
        : (names ?? []).map((each) => ({ value: each, title: { nl: each, en: each } })),
    least: limits.minimum ?? 0,
    most: limits.maximum ?? Number.MAX_SAFE_INTEGER,
    step: limits.multipleOf ?? 1,
    units:
      kind === 'end'
        ? (value.oneOf ?? []).map((each) => {
            const [[unit, amount] = ['rounds', {}]] = Object.entries(each.properties ?? {}) as [string, Value][]
            return {
              unit: unit as 'rounds' | 'points',
              title: both(each, 'title'),
              least: amount.minimum ?? 1,
              most: amount.maximum ?? Number.MAX_SAFE_INTEGER,
              usual: sets.map(({ fields }) => (fields.end as Record<string, number>)[unit]).find(Boolean) ?? 1,
            }
          })
        : [],
    when: property['x-when'] ?? null,
    fallback: property['x-default'] ?? null,
    never: schema.allOf.flatMap(({ if: given, then }) => {
      const excluded = then.properties[name]?.not?.const
      const [other] = Object.entries(given.properties)
      return excluded === undefined || other?.[1].const === undefined
        ? []
        : [{ value: excluded, field: other[0], is: other[1].const }]
    }),
  }
}

export function bookFrom(schema: Schema, sets: readonly Known[]): RuleBook {
  const { base, ...properties } = schema.properties
  const summaries = base?.anyOf?.[0]?.oneOf ?? []
  return {
    fields: Object.entries(properties).map(([name, property]) => fieldFrom(name, property, schema, sets)),
    sets: sets.map(({ name, fields }) => ({
      name,
      fields,
      summary: both(summaries.find((each) => each.const === name) ?? { title: name }, 'title'),
    })),
  }
}

let asked: Promise<RuleBook> | null = null

/** Asked of the server once, in both languages. */
export function ruleBook(): Promise<RuleBook> {
  asked ??= Promise.all([api.schema<Schema>(), api.rules()]).then(
    ([schema, { rules }]) => bookFrom(schema, rules),
    (error: unknown) => {
      asked = null // the next one asks again
      throw error
    },
  )
  return asked
}

// --- values -----------------------------------------------------------------------------------------

/** "rotterdam-bond/1" is the rule set "rotterdam-bond". */
export const nameOf = (base: string): string => base.replace(/\/.*/, '')

export const setOf = (book: RuleBook, base: string): RuleSet =>
  book.sets.find((each) => each.name === nameOf(base)) ?? book.sets[0]!

/** Whether two values are the same in JSON; the order of an object's fields says nothing. */
export function same(one: unknown, other: unknown): boolean {
  const sorted = (value: unknown): unknown =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

/** What a field is without a table's own choice: as in the base, or as it begins when it comes to apply. */
export const baseValue = (field: Field, set: RuleSet): unknown =>
  (set.fields as unknown as Values)[field.name] ?? field.fallback ?? (field.kind === 'flag' ? false : null)

/** Whether a field applies beside these values. The end of a game is an object: its unit decides. */
function applies({ when }: Field, values: Values): boolean {
  if (when === null) return true
  const value = values[when.field]
  const unit = value !== null && typeof value === 'object' ? Object.keys(value)[0] : value
  return when.values.includes(unit)
}

/** The value that rules give to a field. Of a flag that applies, null means no. */
function given(field: Field, rules: Values): unknown {
  const value = rules[field.name]
  return value === null && field.kind === 'flag' && applies(field, rules) ? false : value
}

/** Every field that applies with its value; those that do not apply are not there. */
export function settled(book: RuleBook, rules: RuleChanges | Values): Values {
  const set = setOf(book, String(rules.base))
  const values: Values = {}
  for (const field of book.fields) {
    if (!applies(field, values)) continue
    const wanted = given(field, rules as Values) ?? baseValue(field, set)
    const choices = possible(field, values)
    const excluded = field.kind === 'choice' && !choices.some((each) => each.value === wanted)
    values[field.name] = excluded ? choices[0]?.value : wanted
  }
  return values
}

/** The choices of a field that the values of other fields leave. */
export const possible = (field: Field, values: Values): Field['choices'] =>
  field.choices.filter(
    (choice) => !field.never.some((each) => each.value === choice.value && values[each.field] === each.is),
  )

/** The base, and only what differs from it: as the server takes it. */
export function changesOf(book: RuleBook, base: string, values: Values): RuleChanges {
  const set = setOf(book, base)
  const changes: Values = { base: set.name }
  for (const [name, value] of Object.entries(settled(book, { ...values, base }))) {
    const field = book.fields.find((each) => each.name === name)!
    if (!same(value, baseValue(field, set))) changes[name] = value
  }
  return changes as RuleChanges
}

/** In how many fields a table differs from its base. */
export const countOf = (changes: RuleChanges): number => Object.keys(changes).length - 1
