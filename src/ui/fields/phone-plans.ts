/** The part of the phone library that is used, so that a build leaves the rest out of the file that is loaded with the first phone field. */
export { parsePhoneNumberWithError, validatePhoneNumberLength } from 'libphonenumber-js/min'
