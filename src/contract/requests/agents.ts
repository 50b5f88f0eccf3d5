import * as z from 'zod/mini'
import { id, phoneNumber, text, variableName, variableValues } from '../formats'
import type { Wire } from '../reply'
import {
  AGENT_TYPES,
  agentLabels,
  type FieldPath,
  fieldList,
  type KindOf,
  type VersionField,
} from '../version-fields'

/** What stands between the braces of `{{name}}`. */
const nameOfVariable = text({ label: 'Variable name', min: 1, max: 100 }).check(variableName)

const promptVariable = z.strictObject(
  {
    name: nameOfVariable,
    /** Absent: `false`. */
    required: z.optional(z.boolean('Required must be true or false')),
    /** Absent: none, which is empty text. */
    defaultValue: z.optional(text({ label: 'Default value', max: 2_000 })),
  },
  'Variable must be an object with name',
)

const postCallVariable = z.strictObject(
  {
    variableName: nameOfVariable,
    type: text({ label: 'Type', min: 1, max: 100 }),
    description: z.optional(text({ label: 'Description', max: 2_000 })),
    required: z.optional(z.boolean('Required must be true or false')),
  },
  'Post-call variable must be an object with variableName and type',
)

const language = z
  .strictObject(
    {
      languageId: z.optional(id('Language id')),
      languageCode: z.optional(text({ label: 'Language code', min: 1, max: 35 })),
      languageDisplayName: z.optional(text({ label: 'Language name', max: 200 })),
    },
    'Language must be an object with languageId or languageCode',
  )
  .check(
    z.refine(
      ({ languageId, languageCode }) => languageId !== undefined || languageCode !== undefined,
      'Language needs languageId or languageCode',
    ),
  )

/** A check that no two entries of a list have the same name. */
const namedOnce = <Name extends string>(field: Name) =>
  z.superRefine<readonly Record<Name, string>[]>((entries, context) => {
    for (const [index, { [field]: name }] of entries.entries()) {
      if (entries.findIndex((other) => other[field] === name) === index) continue
      context.addIssue({
        code: 'custom',
        message: `Variable name ${name} is used twice`,
        path: [index, field],
      })
    }
  })

/** May be left out, and `null` says that the service decides. */
const setting = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))

const upper = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
const flag = ({ label }: VersionField) => z.boolean(`${label} must be true or false`)
const plain = ({ label, max }: VersionField) => setting(text({ label, max }))
const json = () => z.optional(z.unknown())

/** The schema of each kind of field. Lists that are absent are empty (D242). */
const schemas = {
  prompt: ({ label, max }: VersionField) => text({ label, min: 1, max }),
  spoken: plain,
  text: plain,
  id: ({ label }: VersionField) => id(label),
  ids: ({ label, noun = 'id', max = 100 }: VersionField) =>
    z.optional(z.array(id(upper(noun)), `${label} must be a list`).check(z.maxLength(max))),
  flag: (field: VersionField) => z.optional(flag(field)),
  flagOrNull: (field: VersionField) => setting(flag(field)),
  number: ({ label, min = 0, max = 0 }: VersionField) =>
    setting(
      z
        .number(`${label} must be a number`)
        .check(z.gte(min, `${label} must be at least ${min}`), z.lte(max, `${label} can be at most ${max}`)),
    ),
  choice: ({ label, options = [] }: VersionField) =>
    z.optional(z.enum(options, `${label} must be ${options.join(' or ')}`)),
  phone: ({ label }: VersionField) => setting(phoneNumber(label)),
  variables: ({ label, max = 100 }: VersionField) =>
    z.optional(
      z
        .array(promptVariable, `${label} must be a list`)
        .check(z.maxLength(max, `An agent can have at most ${max} variables`), namedOnce('name')),
    ),
  json,
  postCallVariables: ({ label, max = 100 }: VersionField) =>
    setting(
      z
        .array(postCallVariable, `${label} must be a list`)
        .check(z.maxLength(max, `At most ${max} post-call variables`), namedOnce('variableName')),
    ),
  language: () => setting(language),
} satisfies Record<VersionField['kind'], (field: VersionField) => z.ZodMiniType>

type SchemaOf<P extends FieldPath> = ReturnType<(typeof schemas)[KindOf<P>]>
type OfPrompt<P> = P extends `prompt.${infer Name}` ? Name : never

const shapeOf = (isOurs: (path: string) => boolean) =>
  Object.fromEntries(
    fieldList
      .filter(([path]) => isOurs(path))
      .map(([path, field]) => [path.replace('prompt.', ''), schemas[field.kind](field)]),
  ) as unknown

/** The schemas of a version's fields, made from their declaration. */
const versionShape = {
  prompt: z.strictObject(
    shapeOf((path) => path.startsWith('prompt.')) as {
      [Name in OfPrompt<FieldPath>]: SchemaOf<`prompt.${Name}` & FieldPath>
    },
    'Prompt must be an object with system',
  ),
  ...(shapeOf((path) => !path.startsWith('prompt.')) as {
    [P in Exclude<FieldPath, `prompt.${string}`>]: SchemaOf<P>
  }),
}

/** What a version is made of, without what only the service sets. */
export const versionContent = z.strictObject(versionShape)

const description = z.optional(text({ label: agentLabels.description, max: 2_000 }))

/** The agent creation request: its first version, and what belongs to the agent itself. */
export const agentRequest = z.strictObject({
  name: text({ label: agentLabels.name, min: 1, max: 200 }),
  description,
  agentType: z.enum(AGENT_TYPES, `${agentLabels.agentType} must be CALL or TEXT`),
  ...versionShape,
})

/** What names an agent; its versions hold the rest. */
export const agentUpdate = z
  .strictObject({ name: z.optional(agentRequest.shape.name), description })
  .check(
    z.refine(
      ({ name, description }) => name !== undefined || description !== undefined,
      'Give a name or a description',
    ),
  )

/** What only the service sets. It counts for nothing in a request, so that a version can be sent back as it was read (D240). */
const readBack = {
  id: json(),
  agentId: json(),
  version: json(),
  deployed: json(),
  createdAt: json(),
  updatedAt: json(),
}

/** A version of an agent that is there: the creation request without what belongs to the agent itself. */
export const versionRequest = z.strictObject({ ...versionShape, ...readBack })

/** Some fields of a version. Each is replaced whole, but for the prompt: what that does not name stays (D242). */
export const versionChanges = z
  .partial(versionRequest)
  .check(z.refine((changes) => Object.keys(changes).length > 0, 'Name at least one field to change'))

const tryMessage = z.strictObject(
  {
    from: z.enum(['customer', 'agent'], 'From must be customer or agent'),
    text: text({ label: 'Message', min: 1, max: 20_000 }),
  },
  'Message must be an object with from and text',
)

/** A conversation with a version. Without messages the agent opens it; else the last one is the customer's. */
export const tryRequest = z.strictObject({
  messages: z.array(tryMessage, 'Messages must be a list').check(
    z.maxLength(200, 'At most 200 messages'),
    z.refine(
      (messages) => messages.length === 0 || messages.at(-1)?.from === 'customer',
      'The last message must be one of the customer',
    ),
  ),
  variables: z.optional(variableValues),
  /** Edits that are not saved: fields of the version, which stand in for the stored ones. */
  version: z.optional(z.partial(versionRequest)),
})

export type AgentRequest = z.infer<typeof agentRequest>
export type AgentUpdate = z.infer<typeof agentUpdate>
/** With further fields of another service's version, which are sent on as they were read there (D130). */
export type VersionRequest = z.infer<typeof versionRequest> & Wire
export type TryRequest = z.infer<typeof tryRequest>
export type VersionChanges = z.infer<typeof versionChanges> & Wire
