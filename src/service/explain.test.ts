import { expect, it } from 'vitest'
import { StartRefused } from '../net/start-refused'
import { explainStart } from './explain'

const failure = (properties: object, message = 'insert into secrets values (p4ssw0rd)') =>
  Object.assign(new Error(message), properties)

it.each([
  ['a refusal of our own', new StartRefused('The directory is in use.'), 'The directory is in use.'],
  ['no server', failure({ code: 'ECONNREFUSED', syscall: 'connect' }), /DATABASE_URL cannot be reached/],
  ['a wrong password', failure({ code: '28P01' }), /DATABASE_URL does not let this user in/],
  ['no such database', new Error('outer', { cause: failure({ code: '3D000' }) }), /no such database/],
  [
    'a directory that may not be written',
    failure({ code: 'EACCES', syscall: 'mkdir', path: '/srv/data' }),
    'DATA_DIR cannot be used: this user may not use it (EACCES, /srv/data); set it to a directory that this user may write.',
  ],
  ['a full disk', failure({ code: 'ENOSPC', syscall: 'write' }), /^There is no room left on the disk/],
  [
    'a port that is taken',
    failure({ code: 'EADDRINUSE', syscall: 'listen', port: 4610 }),
    /^Port 4610 is in use; /,
  ],
  ['a damaged database', failure({ code: 'XX001' }), 'The database is damaged; restore a backup.'],
  ['anything else', failure({ code: '42P01' }), 'The service could not start (Error 42P01).'],
  ['something that is no error', 'p4ssw0rd', 'The service could not start (unknown reason).'],
])('tells %s in one sentence, without the text of the error', (_, error, sentence) => {
  const said = explainStart(error)
  expect(said).toMatch(sentence)
  expect(said).not.toMatch(/p4ssw0rd|outer/)
})
