import type * as z from 'zod/mini'
import * as formats from './formats'
import type { SchemaOf } from './operation'

/** Makes the schema of a body or a query. It brings zod along, so only forms and the server import it (D18). */
export const schemaOf = <Schema extends z.ZodMiniType>(make: SchemaOf<Schema>): Schema => make(formats)
