import { OF_MANUALS } from './retrieval-held-out-manuals'
import type { RetrievalQuestion } from './retrieval-questions'

/** By somebody else who has seen no search either, after it was tuned last: other pages of the same documents, and four longer ones. */
export const HELD_OUT_LATER: readonly RetrievalQuestion[] = [
  ...OF_MANUALS,
  ['literal', 'freeculture.pdf', 98, 'When did the Licensing Act of 1662 expire?'],
  [
    'literal',
    'freeculture.pdf',
    209,
    'What percent of America is transformed into criminals by the rules on downloading music?',
  ],
  [
    'paraphrased',
    'freeculture.pdf',
    160,
    'How did the comedians answer the film studio that did not want them to make fun of Casablanca?',
  ],
  [
    'paraphrased',
    'freeculture.pdf',
    268,
    'What keeps the makers of AIDS medicine from selling it cheaply to poor countries, although they would like to?',
  ],
  [
    'filler',
    'freeculture.pdf',
    53,
    'Hello, I am a teacher and a friend mentioned this to me over coffee, so could you please tell me what Daley says about Johnny, who can do all sorts of things but cannot read the text?',
  ],
  [
    'filler',
    'freeculture.pdf',
    178,
    "Hi there, I am trying to find a quotation for my thesis and cannot remember the name for the life of me: could you tell me who wrote about the Innovator's Dilemma, and what it says about large firms?",
  ],
  [
    'literal',
    'chelsea_pdta.pdf',
    54,
    'Combien de réponses y a-t-il eu au total sur le déneigement et l’entretien des pistes cyclables l’hiver ?',
  ],
  [
    'paraphrased',
    'chelsea_pdta.pdf',
    19,
    'Qu’est-ce qui empêche le plus les habitants de se déplacer à pied ou à vélo tous les jours ?',
  ],
  [
    'filler',
    'chelsea_pdta.pdf',
    [11, 40],
    'Bonjour, je viens de m’installer dans la région et je travaille en ville, alors pourriez-vous me dire, s’il vous plaît, quelle infrastructure serait le meilleur choix pour relier Chelsea à Gatineau et à La Pêche ?',
  ],
  ['literal', 'failure-after-repair.pdf', 40, 'Who can drain a seroma, and how is it done?'],
  [
    'paraphrased',
    'failure-after-repair.pdf',
    36,
    'How long will the little hoses that carry fluid out of the wound stay in me?',
  ],
  [
    'paraphrased',
    'failure-after-repair.pdf',
    64,
    'Which things make it more probable that the tumour comes back one day?',
  ],
  [
    'filler',
    'failure-after-repair.pdf',
    64,
    'Hello, I finished my treatment a good while ago and am doing fine, thank you, but could you please tell me how often follow-up appointments usually are once more than five years have passed?',
  ],
  ['literal', 'pdkids.pdf', 54, 'Where does Medio Pollito stand to this day?'],
  ['literal', 'pdkids.pdf', 8, 'What did Gooloo the magpie feed the children with?'],
  [
    'paraphrased',
    'pdkids.pdf',
    12,
    'Which people did the Indian leader put in third place because they speak so well?',
  ],
  [
    'filler',
    'pdkids.pdf',
    37,
    'Hi, my son asked me this last night and I really had no idea what to say, so could you please tell us why the wicked man Monks hated Oliver and wanted to make a thief of him?',
  ],
  [
    'paraphrased',
    'multi-column.pdf',
    8,
    'How big is the memory of the graphics card that takes a hundred passages in one go?',
  ],
  [
    'filler',
    'multi-column.pdf',
    12,
    'Hi, I am trying to reproduce the results on my own machine and got stuck on one little detail, so could you please tell me what margin value of the triplet loss was used?',
  ],
  ['literal', 'issue-316-example.pdf', 8, 'By how many points did the mean WFC score decline for Site C?'],
  [
    'paraphrased',
    'issue-316-example.pdf',
    3,
    'Which ailments do people suffer from who are on duty at night, rather like after a long flight?',
  ],
  [
    'filler',
    'issue-316-example.pdf',
    5,
    'Hello, I am preparing a course for our drivers and would like to get it right this time, so could you please tell me on which two characteristics the effectiveness of such education programmes depends?',
  ],
  [
    'filler',
    'fr_olap.pdf',
    10,
    'Bonjour, je relis un mémoire pour une amie et il manque un chiffre, alors auriez-vous la gentillesse de me dire combien de membres ont été tirés aléatoirement pour tester l’efficacité de lookup ?',
  ],
]
