import * as z from 'zod/mini'
import { id } from '../../contract/formats'
import { isPathId } from '../../contract/operation'

/** An id that will stand in an address (D5). Spaces around it come from pasting. */
export const addressId = (label: string) =>
  id(label).check(
    z.refine(
      (value) => value.trim() === '' || isPathId(value.trim()),
      `${label} has letters, digits and _ . ~ : @ - only; copy it again from where it is shown`,
    ),
  )
