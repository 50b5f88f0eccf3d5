import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { Resolver } from 'react-hook-form'
import { type CollectionRequest, createCollection } from '../../../contract/collection-changes'
import type { Collection } from '../../../contract/collections'
import { schemaOf } from '../../../contract/schema'

export const freshOf = ({ name, description = '' }: CollectionRequest) => ({
  name: name.trim(),
  description: description.trim(),
})

const judge = standardSchemaResolver(schemaOf(createCollection.sendsBody))

/** A name that another collection has is refused: names may repeat (D25), but nobody could tell the two apart afterwards. */
export const resolverOf =
  (collections: readonly Collection[]): Resolver<CollectionRequest> =>
  async (values, context, options) => {
    const judged = await judge(values, context, options)
    const name = values.name.trim()
    if (!name || !collections.some((each) => each.name?.trim() === name)) return judged
    const message = `There is already a collection named ${name}. Choose another name.`
    return { values: {}, errors: { ...judged.errors, name: { type: 'taken', message } } }
  }
