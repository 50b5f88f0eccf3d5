/** Why a program does not start, as one sentence for the person. It never repeats the value of a variable. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}
