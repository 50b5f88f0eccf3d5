import { expect, it } from 'vitest'
import { allowsOrigin, readOrganization } from '../../contract/organization'
import {
  organizationResolver,
  placeDomain,
  toOrganizationChanges,
  toOrganizationValues,
} from './-organization-form'

const before = toOrganizationValues({ name: 'Northwind', allowedChatDomains: ['localhost', 'a.example'] })

it('sends only what was changed', () => {
  expect(toOrganizationChanges(before, before)).toEqual({})
  expect(toOrganizationChanges({ ...before, name: ' New ' }, before)).toEqual({ name: 'New' })
  expect(toOrganizationChanges({ ...before, domains: [{ host: ' b.example ' }] }, before)).toEqual({
    allowedChatDomains: ['b.example'],
  })
})

it('puts a complaint about a domain on its row', () => {
  const message = 'wrong'
  const errors = ['allowedChatDomains.2', 'allowedChatDomains[0]', 'allowedChatDomains', 'name']
  expect(placeDomain(errors.map((path) => ({ path, message }))).map(({ path }) => path)).toEqual([
    'domains.2.host',
    'domains.0.host',
    'domains',
    'name',
  ])
})

it('has no complaint about what a service had, and demands no name of one that tells none', async () => {
  const begun = toOrganizationValues({
    allowedChatDomains: ['https://a.example', 'b.example:8443', 'x', 'x'],
  })
  const judge = async (values: typeof begun) => {
    const options = { fields: {}, shouldUseNativeValidation: false } as never
    return Object.keys((await organizationResolver(begun)(values, undefined, options)).errors)
  }
  expect(await judge(begun)).toEqual([])
  expect(await judge({ ...begun, name: 'New' })).toEqual([])
  expect(await judge({ ...begun, domains: [...begun.domains, { host: 'https://new.example' }] })).toEqual([
    'domains',
  ])
  const named = toOrganizationValues({ name: 'Northwind' })
  const { errors } = await organizationResolver(named)({ ...named, name: '' }, undefined, {
    fields: {},
  } as never)
  expect(Object.keys(errors)).toEqual(['name'])
})

it('knows which origins may open a web chat', () => {
  const domains = ['localhost', '*.shop.example']
  expect(allowsOrigin(domains, 'http://localhost:4600')).toBe(true)
  expect(allowsOrigin(domains, 'https://eu.SHOP.example')).toBe(true)
  expect(allowsOrigin(domains, 'https://shop.example')).toBe(false)
  expect(allowsOrigin(domains, 'https://badshop.example')).toBe(false)
  expect(allowsOrigin(domains, 'no origin')).toBe(false)
  for (const domain of ['https://a.example', 'a.example:8443', '*']) {
    expect(allowsOrigin([domain], 'https://a.example')).toBe(true)
    expect(allowsOrigin([domain], 'https://b.example')).toBe(domain === '*')
  }
})

it('has no domains, not none, where the service tells them not or not so that all can be read', () => {
  for (const allowedChatDomains of [undefined, [{ domain: 'x.example' }], ['a.example', 7]]) {
    const told = { name: 'Northwind', ...(allowedChatDomains && { allowedChatDomains }) }
    const read = readOrganization.reply.parse({ organization: told })
    expect(read).toEqual({ name: 'Northwind', other: allowedChatDomains ? { allowedChatDomains } : {} })
  }
})
