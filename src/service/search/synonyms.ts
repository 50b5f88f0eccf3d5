import type { Language } from '../store/schema'
import { EVERYDAY } from './everyday-words'

/** Words that customers use for one another (D401). Several words are a phrase. */
export const SYNONYMS: Partial<Record<Language, string>> = {
  english: `
    return, send back, bring back, give back, take back; refund, money back, reimburse, reimbursement, get back, pay back, repay;
    cancel, terminate, call off, withdraw, revoke, end; exchange, swap, replace, replacement, substitute; broken, defective, faulty, damaged, defect, malfunction, not working;
    repair, fix, mend, service; problem, issue, trouble, difficulty, fault; invoice, bill, statement, receipt; price, cost, fee, charge, rate, tariff, expensive, cheap;
    pay, payment, purchase, spend; free, no charge, without charge, gratis, at no cost; discount, reduction, rebate, voucher, coupon, price cut;
    buy, purchase, order, acquire, obtain; shop, store, branch, outlet; deliver, delivery, ship, shipping, shipment, dispatch, send; parcel, package, packet, box, shipment;
    courier, carrier, driver, post office; post, mail, letter; e-mail, email, mail; phone, telephone, call, ring, mobile, cell phone; number, figure, amount, quantity;
    contact, reach, get in touch, write to, speak to, talk to; help, support, assistance, assist, aid; customer, client, buyer, shopper, consumer;
    employee, staff, worker, personnel, team member; boss, manager, supervisor, employer, head; company, firm, business, corporation, enterprise;
    job, work, employment, occupation, career; account, profile, login, sign in; password, passcode, pin; register, sign up, enrol, enroll, registration, registered, record;
    form, application, document, paper; apply, request, ask for; change, alter, modify, amend, adjust, update, edit, revise; reschedule, move, postpone, put off, delay;
    late, delayed, overdue, delay; early, soon, before; fast, quick, rapid, speed, quickly; slow, sluggish, slowly; wait, queue, hold;
    start, begin, commence, launch, open, introduce; end, finish, complete, stop, conclude, close, expire; open, opening, opening hours, business hours; closed, shut, close;
    time limit, deadline, period, within, days, last day, until; long, duration, length, last, take; warranty, guarantee, covered; insurance, cover, coverage, insured, policy;
    rule, regulation, policy, condition, requirement, law; allow, permit, may, can, allowed, permitted, permission; forbid, prohibit, ban, not allowed, prohibited, illegal;
    must, have to, required, obliged, mandatory, compulsory, need; necessary, required, essential, needed; choose, select, pick, option;
    find, locate, discover, look up, look for, search; lose, lost, missing, mislaid, disappear; steal, stolen, theft, rob; keep, retain, store, hold;
    throw away, dispose, discard, get rid of, disposal; collect, collection, pick up, fetch; take along, bring, carry; use, utilise, usage, apply;
    install, set up, assemble, mount, assembly; connect, attach, plug in, link; turn on, switch on, activate, enable, start; turn off, switch off, deactivate, disable;
    size, fit, measurement, dimension, large, small; big, large, huge, great; small, little, tiny, minor; weigh, weight, heavy, load; clean, wash, rinse, cleaning;
    dry, dryer, tumble; wet, damp, moist, water; waterproof, watertight, rainproof; new, unused, unworn, brand new, recent, latest;
    old, used, worn, second hand, ancient, former; child, kid, youngster, boy, girl, minor, young people; baby, infant, newborn; adult, grown-up; man, male, gentleman;
    woman, female, lady; people, person, human, individual, somebody; family, relative, relation, household; friend, companion, guest; husband, wife, spouse, partner;
    mother, mum, mom, parent; father, dad, parent; doctor, physician, practitioner, specialist; nurse, carer, caregiver; medicine, medication, drug, pill, tablet;
    illness, disease, sickness, condition, sick, ill; pain, hurt, ache, discomfort, painful, sore; treatment, therapy, cure; operation, surgery, procedure;
    test, examination, exam, check, trial, scan; tired, exhausted, fatigue, exhaustion, tiredness, weary; danger, risk, hazard, dangerous, unsafe, risky, threat;
    safe, secure, safety, harmless; injure, injury, wound, harm, hurt; die, death, dead, fatal; food, meal, eat, diet, dish; drink, beverage, water;
    house, home, flat, apartment, residence, dwelling; live, reside, dwell, inhabit; room, space, area; car, vehicle, automobile, van; park, parking, car park, garage;
    bicycle, bike, cycling, cyclist; plane, airplane, aircraft, aeroplane, flight; train, rail, railway; road, street, way, path, route, track;
    trip, journey, travel, voyage, tour; abroad, overseas, foreign, international, another country; country, nation, state; town, city, municipality, village, community;
    government, authority, administration, council, agency; court, judge, justice, lawsuit; sue, lawsuit, legal action, claim, complaint; lawyer, attorney, solicitor, counsel;
    complain, complaint, grievance, object, objection; crime, offence, offense, criminal, violation, breach, infringe; punish, penalty, fine, sanction, punishment;
    copy, duplicate, reproduce, reproduction; author, writer, creator; book, publication, volume, reserve; reserve, reservation, booking, appointment;
    picture, photo, photograph, image; film, movie, video, cinema; music, song, melody; computer, machine, device, pc; software, program, application, app;
    internet, web, online, website, net; error, mistake, bug, wrong, incorrect, false, fault; correct, right, accurate, true; check, verify, test, inspect, examine, confirm;
    measure, assess, evaluate, rate, determine; compare, comparison, versus, difference; same, identical, equal, alike; different, differ, other, various;
    result, outcome, effect, consequence, impact; cause, reason, because, due to, lead to; goal, aim, purpose, objective, target, intend;
    plan, strategy, scheme, programme, program; idea, concept, thought, notion, suggestion; suggest, propose, recommend, advise, proposal, recommendation;
    advice, tip, recommendation, guidance; agree, consent, accept, approve, approval; refuse, reject, decline, deny, turn down; opinion, view, belief, think, believe;
    like, prefer, enjoy, love; dislike, hate, detest, resent; fear, afraid, scared, worry, worried, anxious, anxiety; angry, furious, annoyed, anger;
    sad, unhappy, depressed, sorrow; happy, glad, pleased, joy, delighted, satisfied; fight, struggle, battle, quarrel, conflict, argue, dispute;
    win, victory, succeed, success, gain; fail, failure, unsuccessful, break down; try, attempt, effort; avoid, prevent, keep from, stop;
    reduce, lower, decrease, lessen, cut, decline, drop, fall; increase, raise, rise, grow, growth, higher; improve, better, enhance, improvement;
    worse, bad, poor, deteriorate; build, construct, make, create, produce, construction; destroy, ruin, demolish, break; grow, develop, development;
    teach, train, training, education, instruct, learn; school, college, university, course; research, study, investigation, scientist, researcher;
    show, display, demonstrate, indicate, reveal; explain, describe, clarify, description, explanation; say, state, tell, mention, declare, claim;
    ask, request, inquire, enquire, question; answer, reply, respond, response; know, aware, knowledge, familiar; remember, recall, memory; forget, forgotten;
    often, frequent, frequently, regularly, commonly, usually; rare, seldom, rarely, unusual, uncommon; always, constantly, permanent, continuous;
    temporary, provisional, interim; year, annual, yearly; month, monthly; day, daily; money, cash, fund, funding, budget, finance, financial; rich, wealthy, affluent;
    poor, poverty, needy; owner, owns, own, possess, proprietor, property; lend, loan, borrow, rent, hire, lease; deposit, down payment, security; tax, duty, vat, customs;
    salary, wage, earn, income, pay; membership, member, subscription, subscriber; upgrade, update, improve, newer version; gift, present, voucher; colour, color, shade;
    clothes, clothing, garment, apparel; shoe, boot, footwear; holiday, vacation, leave; christmas, festive, holiday season; weekend, saturday, sunday; animal, pet, dog, cat;
    tree, plant, wood; sea, ocean, shore, coast; boat, ship, vessel; rain, storm, weather; fire, flame, burn, heat; hot, warm, heat, temperature;
    cold, cool, freeze, chill, frozen; dark, night, black; light, lamp, bright; king, queen, ruler, monarch; war, battle, conflict, army, soldier;
    disabled, disability, wheelchair, accessible, accessibility; address, location, where, place; near, close, nearby, next to;
    sell, sale, sold, vendor, seller, dealer, retail, on sale, market; buy, sell, trade, deal, transaction; cost, price, sold for, worth, value, dollars, pounds, euros;
    pay, cost, fee, charge, price, dollars; earn, paid, pays, pay, salary, wage, income, per hour, hourly; money, dollars, funds, sum, monies, payment;
    expensive, costly, dear, high price; cheap, inexpensive, affordable, low price, bargain; ticket, admission, entry, entrance, fare; toll, fare, fee;
    profit, gain, earnings, benefit, revenue; loss, deficit, lose money; debt, owe, owed, liability, liabilities;
    donate, donation, give money, contribute, contribution, gift, sponsor, sponsorship, charity; collect, raise, gather, fundraising; savings, save, economise;
    invest, investment, investor, fund; bank, lender, credit; interest, rate, percent; share, stock, equity; bankrupt, insolvent, insolvency, bankruptcy;
    inherit, inheritance, heir, estate; subsidy, grant, aid, funding; auction, bid, bidding; offer, deal, promotion, promotional, special;
    combine, together, combined, along with; bonus, reward, prize, award, premium; pension, retirement, retire, retired; expire, expires, expiry, valid until, run out, end;
    valid, effective, in force, applicable; tenant, renter, lessee, landlord; mortgage, loan, home loan; receipt, proof of purchase, voucher; worth, value, valuable;
    wealth, fortune, riches; cash, coins, notes; half, fifty percent; twice, double, two times; third, three; quarter, fourth, four; dozen, twelve; majority, more than half;
    none, zero; maximum, at most, limit, up to, no more than, highest; minimum, at least, no less than, lowest, least; many, numerous, several, lots, number of;
    handful, little; enough, sufficient, adequate; too much, excess, excessive, exceed; total, whole, entire, sum, altogether, complete;
    part, portion, piece, section, segment, component; amount, quantity, volume, number; percentage, percent, share, proportion, ratio, rate; average, mean, typical, median;
    approximately, roughly, around, nearly; exact, precise, accurate; add, plus, additional, extra; divide, split, separate, share; count, number, total, tally;
    height, tall, high, feet; depth, deep; width, wide, broad; length, long; thick, thickness; narrow, thin; distance, far, miles, kilometres, away; area, surface, square;
    speed, velocity, fast, miles per hour; weight, kilograms, pounds, heavy; temperature, degrees, hot, cold; age, old, years old, aged; oldest, first, earliest;
    youngest, newest, latest; biggest, largest, greatest; smallest, least, tiniest; best, finest, top; worst, poorest; begin, first, start, origin, initial;
    final, last, ultimate, end; previous, prior, earlier, former, past; next, following, subsequent, later; today, nowadays, present, current, currently, modern;
    formerly, used to, in the past; future, coming, upcoming, ahead; century, hundred years; decade, ten years; yearly, every year, annual, annually;
    morning, dawn, sunrise, early; evening, dusk, sunset, night; noon, midday, lunchtime, lunch; midnight, night; moment, instant, minute, second;
    immediately, at once, instantly, right away, promptly; eventually, finally, in the end; rarely, seldom, hardly ever; sometimes, occasionally, now and then; date, day;
    schedule, timetable, calendar, agenda, roster, plan; birthday, born, birth; anniversary, annual; hurry, rush, haste, quick; last, endure, continue, persist;
    continue, go on, carry on, proceed, resume; pause, break, interrupt, rest, recess; repeat, recur, repeated; finish, complete, accomplish, done;
    postpone, delay, defer, put off; deadline, due date, due; till, up to, no later than; since, as of; law, statute, act, legislation, legal, code;
    lawful, legal, permitted, legitimate; illegal, unlawful, against the law, forbidden, prohibited; ban, prohibit, forbid, outlaw, prohibition;
    sue, litigation, litigate, lawsuit, take to court, legal action; judge, court, justice, tribunal, bench; trial, hearing, case, proceedings;
    verdict, ruling, judgment, decision, decide, rule, held; appeal, review, challenge; guilty, convicted, conviction, liable, fault; innocent, not guilty, acquitted;
    prison, jail, imprisonment, custody, behind bars; arrest, detain, seize, custody; police, officer, constable, sheriff; witness, testify, testimony;
    evidence, proof, prove, testimony; thief, robber, burglar, steal, theft; murder, kill, homicide, assassinate, slay; fraud, deceive, cheat, scam, deception;
    contract, agreement, deal, treaty, terms; sign, signature, signed, signing; terminate, end, cancel, cancellation, termination;
    breach, violate, violation, break, infringe, infringement, broke; liable, liability, responsible, responsibility, accountable; damages, compensation, liable, harm, loss;
    warranty, guarantee, as is; license, licence, permission, permit, authorise, authorize, rights; rights, entitlement, entitled, privilege;
    owner, holder, proprietor, possess; copyright, author's rights, intellectual property; patent, invention, inventor; trademark, brand, logo, trade name;
    piracy, copying, infringement, pirate; plagiarism, copy, imitate; obey, comply, follow, adhere, compliance, observe; punish, sanction, penalise, fine, sentence;
    forgive, pardon, reinstate, restore; legal guardian, parent, guardian; consent, permission, approval, authorisation, waiver;
    minors, children, under 18, underage, young people; identity, identification, id, passport, who you are; prove, show, demonstrate, evidence, verify, present;
    privacy, confidential, secret, private, personal data; secret, private, hidden, confidential, secretly; spy, surveillance, monitor, track, watch, tracking;
    reveal, disclose, disclosure, expose, make public; censor, censorship, suppress; vote, elect, election, ballot, poll; candidate, nominee, nominated, nomination, applicant;
    object, oppose, objection, opposition, protest; support, favour, back, endorse, in favour; president, leader, chief, head, executive, chairman, director;
    minister, secretary, official; parliament, congress, legislature, senate; senator, congressman, representative, politician, politics; mayor, council, city hall;
    king, monarch, crown, throne, royal; democracy, democratic, elected; power, authority, control, influence; separation of powers, balance, divided, concentration;
    freedom, liberty, free, independence; revolution, rebellion, revolt, uprising; law enforcement, police; tax, duty, levy, tariff; public, citizens, people, population;
    border, frontier, customs; soldier, troops, army, military, force; war, conflict, fighting, combat; weapon, gun, arms, rifle, sword; attack, assault, strike, invade;
    defend, defence, protect, defense, guard; peace, treaty, truce; enemy, opponent, foe, rival; slave, slavery, enslaved, bondage, captive, fugitive;
    escape, flee, run away, fugitive, runaway; hero, brave, courage, courageous; prisoner, captive, inmate; battle, fight, war; doctor, physician, surgeon, medical, clinician;
    patient, sick person, sufferer; hospital, clinic, ward; symptom, sign, complaint; diagnose, diagnosis, detect, identify; treat, treatment, therapy, cure, heal;
    medicine, drug, medication, tablet, pill, dose; side effect, adverse, reaction, unwanted; vaccine, vaccination, immunisation, jab; surgery, operation, surgical, operate;
    x-ray, mammogram, scan, imaging, radiography; radiation, radiotherapy, rays; chemotherapy, chemo, drugs; cancer, tumour, tumor, malignant, lump, growth;
    benign, harmless, not cancer; breast, bosom, chest; womb, uterus, uterine, endometrial; blood, vessel, vein, artery; heart, cardiac; lung, breathe, breath;
    brain, mind, head; skin, rash, cream; eye, vision, sight, eyes, see; ear, hearing, hear; tooth, dental, dentist; bone, skeleton; stomach, belly, abdomen;
    pregnancy, pregnant, expecting; menopause, periods; nausea, sick, vomit; fever, temperature; allergy, allergic; infection, virus, germ, infected; injury, wound, hurt, cut;
    swelling, swollen, lymphoedema; heal, recover, recovery, get better; check, examine, examination, screening, exam, test; eyesight, vision, sight;
    second opinion, another doctor, other specialist; sleep, bed, bedtime, slept, rest; nurse, carer, look after; carer, caregiver, look after, care for;
    sex, sexual, intimacy, intimate; hormone, hormonal, oestrogen, estrogen; weight, obesity, overweight; nutrition, diet, food; exercise, fitness, training, sport;
    stress, strain, pressure, burden; exhausted, tired, fatigue, weary; counselling, counsellor, therapist, psychologist; death, die, dead, deceased;
    survive, survival, survivor, outlive; disabled, handicap, disability; emergency, disaster, crisis, urgent; ambulance, emergency; earthquake, quake, tremor, ground shakes;
    flood, storm, hurricane; evacuate, evacuation, leave, get out; drill, exercise, practice, practise, rehearse; rescue, save, help;
    teacher, instructor, tutor, educator, professor; substitute, stand-in, replacement, deputy, temporary; pupil, student, learner, schoolchild;
    school, college, academy, university; class, lesson, course, classroom; lesson, class, course, teaching; principal, headmaster, head teacher;
    degree, diploma, certificate, certification, qualification; qualify, eligible, qualification, requirement; exam, test, examination; homework, assignment;
    graduate, alumni, degree; kindergarten, nursery, preschool; kids, children, students, pupils; supervise, watch, oversee, look after, supervising, monitor, supervision;
    volunteer, helper, unpaid, volunteering; lecture, talk, speech; library, librarian, books; planetarium, stars, star, astronomy, space; study, learn, read;
    skill, ability, talent, capability; plane, aircraft, airplane, jet, aeroplane; pilot, flight crew, aviator, captain, crew; airport, airfield, runway; fly, flight, flying;
    driver, motorist, drive; passenger, traveller, traveler, rider; bus, coach, shuttle, transit; metro, subway, underground, tube, station; station, stop, terminal;
    ride, lift, shuttle, transport; bike path, cycle path, bike lane, bicycle; accident, crash, collision; speed limit, speed, too fast, speed bump;
    pedestrian, walker, on foot; ship, vessel, boat, sail; sailor, seaman, mariner, seafarer; captain, skipper, commander; harbour, port, harbor, dock;
    luggage, baggage, suitcase; hotel, accommodation, lodging, inn; tourist, visitor, traveller; map, chart, plan; north, south, east, west; cross, crossing, bridge;
    vehicle, car, truck, lorry; engine, motor; fuel, petrol, gas, gasoline; wheel, tyre, tire; traffic, congestion, jam; drive, steer, driving; walk, stroll, go on foot;
    arrive, arrival, reach, come; leave, depart, departure, go away; visit, call on, go to see, stay; guide, leader, tour; breakfast, meal, morning;
    dinner, supper, meal, evening; soup, gruel, broth, porridge; bread, loaf, bake; meat, beef, pork; fruit, apple; vegetable, onion, potato; cook, chef, cooking, prepare;
    hungry, starving, hunger, starve, famine; thirsty, thirst, drink; helping, portion, serving; restaurant, cafe, diner; wine, beer, alcohol; sweet, candy, sugar;
    taste, flavour, flavor; milk, dairy, cheese; egg, hatch, chick, hen; recipe, ingredients; farmer, farm, agriculture, farming, peasant; crop, harvest, field;
    horse, pony, mare; dog, puppy, hound; cat, kitten; bird, chick, hen, fowl; sheep, lamb; cow, cattle, bull; fish, fishing; wolf, fox; snake, serpent; insect, bug, bee;
    hunt, hunter, chase; trap, catch, snare; wild, untamed, savage; forest, woods, wood, trees; flower, blossom, bloom; grass, lawn, meadow; mountain, hill, peak;
    river, stream, brook; lake, pond, water; island, isle; desert, sand; sky, heaven, air; sun, sunshine, sunlight; moon, moonlight, moonless; star, planet;
    rainbow, arch, colours; wind, breeze, gale; snow, ice; rain, wet, shower; weather, climate; earth, ground, soil, land; rock, stone; wall, fence, barrier;
    climb, ascend, belay, climbing, scale; rope, cord, line; cave, hole; dark, darkness, night; shadow, shade; pollution, contamination; environment, nature, ecology;
    energy, power, electricity; treasure, gold, riches, wealth, pot of gold; fairy, elf, spirit, goblin, ghost; witch, magic, wizard, spell; monster, creature, beast;
    ghost, spirit, haunt, phantom; god, gods, deity, divine; church, religion, faith, priest; pray, prayer, worship; soul, spirit; evil, wicked, bad, sin; good, kind, virtue;
    story, tale, legend, fable, narrative; poem, verse, poetry; play, drama, theatre; game, play, sport; toy, doll; dance, dancing; sing, song, singer;
    painter, painting, artist, art; draw, drawing, sketch; statue, sculpture; museum, gallery, exhibition; party, celebration, feast, celebrate; parade, procession, march;
    festival, carnival, holiday; funeral, burial, bury, undertaker, coffin; grave, tomb, cemetery; wedding, marriage, marry, bride; birth, born, newborn;
    orphan, workhouse, parentless; widow, widower; uncle, aunt; grandmother, granny, grandma; grandfather, grandpa; brother, sister, sibling; daughter, girl, child;
    son, boy, child; parents, mother, father, mom, dad, mum, parent; twin, twins; neighbour, neighbor, next door; stranger, foreigner, outsider, unknown;
    servant, maid, master; boss, master, chief; beggar, poor; crowd, mob, crowded; community, public, society, members; member, participant, belong; team, group, crew, staff;
    colleague, coworker, collaborator, teammate; volunteer, contributor, collaborator; camera, photography, photograph, picture, kodak, film; photographer, photograph, camera;
    film, movie, motion picture, cinema, studio; video recorder, vcr, betamax, tape, recording, record; record, recording, tape, recorded; television, tv, broadcast;
    radio, broadcast, station; newspaper, press, journal, paper; journalist, reporter, press, news; magazine, journal, periodical; blog, blogger, weblog, post;
    publish, release, issue, bring out, publication; publisher, press, publishing; print, printer, printing, printed; out of print, no longer sold, no longer available;
    edition, version, release, revision; preface, foreword, introduction; chapter, section, part; title, name, heading; page, sheet, leaf;
    writer, author, novelist, written by; write, wrote, author, written; read, reader, reading; book, volume, novel; comic, comics, manga, cartoon;
    fan, fans, admirer, amateur; letter, mail, note; message, note, text, notification; announce, announcement, notify, make known, inform, public;
    warn, warning, alert, caution; advertise, advertisement, ad, promotion, promote, advert; rumour, gossip; speech, address, talk; meeting, session, conference, gathering;
    discuss, discussion, debate, talk about; interview, conversation; translate, translation, interpreter; language, tongue; word, term, expression;
    meaning, definition, mean, sense; define, definition, defined, term; name, call, called, title, label, named; nickname, called, known as; describe, description, explain;
    summary, abstract, overview, outline; list, listing, catalogue, index; example, instance, sample; copy, copies, duplicate; original, first, source;
    fake, counterfeit, false, forged; truth, true, fact; lie, false, untrue; promise, pledge, vow, swear; invite, invitation; greet, welcome, hello;
    thank, grateful, gratitude, appreciate, recognise; honour, honor, recognise, recognize, award, praise; praise, compliment, commend; criticise, criticism, blame, critic;
    insult, offend, abuse; apologise, apology, sorry; respect, esteem, honour; trust, rely, believe, confidence; doubt, suspect, uncertain, unsure, cannot be trusted;
    unreliable, erroneous, disagree, wrong, faulty; computer, pc, laptop, machine; program, software, application, tool, code; file, document, data; folder, directory, path;
    screen, display, monitor, window; keyboard, key, type; printer, printing, print, spool; disk, drive, volume, storage, filesystem; memory, ram, storage;
    network, internet, connection; server, host, machine; website, page, site, web; link, url, address; cloud, online, remote; download, fetch, get; upload, send, put;
    backup, copy, restore, save; delete, remove, erase, wipe; undo, revert, take back, reverse, roll back; retract, withdraw, take back, yank, recall; save, store, keep;
    search, find, look for, query; sort, order, arrange; edit, change, modify, alter; crash, fail, abort, failure, panic; freeze, hang, stuck; bug, defect, error, fault, flaw;
    vulnerability, hole, weakness, security; hacker, attacker, intruder; virus, malware; encrypt, encrypted, encryption, cipher; key, password, credentials, secret;
    log in, login, sign in, credentials, access; user, account, person; permission, access, right, privilege; developer, programmer, coder, engineer, maintainer;
    maintainer, developer, collaborator, contributor; beginner, newcomer, novice, new, first-time; expert, specialist, professional, skilled; source code, source, code;
    library, package, module, dependency; module, package, library; release, version, publish, launch; repository, repo, archive; branch, fork; merge, combine, join;
    commit, change, revision; command, instruction, order; option, setting, flag, parameter, switch; default, standard, usual; variable, parameter, value;
    function, procedure, routine; loop, iteration, repeat, cycle; compile, build, compiler, translate; test, check, verify, fuzz, correctness; correctness, correct, right;
    generate, produce, create; random, arbitrary, chance; signal, message, notification; process, task, job; ignore, skip, disregard, block, leave out, exclude;
    exclude, leave out, omit, ignore; tracked, under control, version control, versioned; run, execute, launch, execution; install, installation, set up;
    uninstall, remove, removal; update, upgrade, patch; fast, performance, quick, speed; slow, overhead, delay; benchmark, measure, performance;
    parallel, concurrent, at the same time; wait, pending, queue, block; queue, waiting, spool; robot, automatic, machine; automatic, automatically, by itself;
    manual, by hand; network, neural, layer; train, training, learn; dataset, corpus, data; accuracy, score, precision, exact match; retrieve, retrieval, find, search;
    negative, wrong, incorrect; picked, selected, sampled, chosen; phone number, telephone, call, contact; boss, employer, manager, supervisor;
    worker, employee, labourer, staff; hire, employ, recruit, engage; dismiss, fire, sack, lay off, redundancy, let go; resign, quit, step down, leave, resignation, withdraw;
    unemployed, jobless, out of work; apprentice, trainee, intern; shift, roster, schedule, working hours; overtime, extra hours; promotion, promoted, advancement;
    workplace, office, job; organisation, organization, company, institution; union, strike; colleague, coworker, workmate; work-life, family, balance, home;
    relatives, family, spouse, partner; conflict, quarrel, dispute, trouble, argument; absence, absent, sick leave, away; turnover, leave, quit; meeting, appointment;
    departure, leave, leaves, quit, emeritus, former; responsible, in charge, take care of, look after, manage, delegated; manage, management, administer, run, look after;
    control, manage, supervise, regulate; duty, task, responsibility, obligation; committee, board, council, panel; chair, chairman, president, head;
    representative, delegate, agent, ambassador, advocate; advocate, ambassador, promote, champion; term, period, duration; appoint, nominate, name, choose, nomination;
    join, enter, become a member, sign up; apply, application, request; reject, refuse, decline, turn down; accept, approve, agree, take; meet, requirement, fulfil;
    cooperate, collaborate, work together, cooperation; compete, competition, rival, competitor; market, industry, trade; factory, plant, works;
    product, goods, item, merchandise; goods, merchandise, products, wares; supplier, vendor, provider, manufacturer, maker; maker, manufacturer, producer, make;
    brand, make, trademark; quality, standard, grade; sample, specimen, test; waste, rubbish, garbage, trash; recycle, reuse, recycling; material, fabric, cloth;
    metal, iron, steel; wood, timber; glass, window; paper, sheet; plastic, synthetic; tool, instrument, device, equipment, appliance; button, switch, key; wire, cable, cord;
    battery, charge, power; light, lamp, lantern, candle; clock, watch, time; knife, blade, cut; hammer, nail; lock, key, locked; door, gate, entrance; window, pane;
    roof, ceiling; floor, ground; stairs, steps, staircase; kitchen, cook; bed, sleep, bedroom, slept; chair, seat, sit; table, desk; furniture, chair, table; garden, yard;
    building, house, construction; street, road, avenue; village, hamlet, town; capital, city; shop counter, counter; castle, palace, fortress; tower, spire;
    prison, jail, cell; look, see, watch, view, gaze, search; see, saw, view, notice, observe, watch; watch, view, look at, recording, video; hear, listen, sound, heard;
    smell, scent, odour; touch, feel, handle; speak, talk, say, tell; shout, yell, cry, scream; whisper, murmur; laugh, smile, joke; cry, weep, tears;
    think, consider, believe, suppose; decide, choose, determine, decision, cast lots, lots; guess, estimate, suppose; imagine, picture, dream; dream, vision, nightmare;
    understand, comprehend, grasp; learn, find out, discover; invent, invention, inventor, devise, create; discover, discovery, find, found; explore, exploration, explorer;
    solve, solution, answer, resolve; difficult, hard, tough, tricky; easy, simple, effortless; possible, feasible; impossible, cannot, unable;
    important, significant, essential, major; useful, helpful, handy; useless, worthless, vain; interesting, fascinating; strange, odd, weird, peculiar, unusual;
    normal, usual, ordinary, common; special, particular, specific; famous, well known, celebrated, renowned; popular, liked, common; beautiful, pretty, lovely, handsome;
    ugly, hideous; clever, intelligent, smart, wise; stupid, foolish, silly, dumb; strong, powerful, mighty; weak, feeble; quiet, silent, silence; loud, noisy, noise;
    clean, tidy; dirty, filthy, muddy; full, filled; empty, vacant; open, unlocked; heavy, weighty; soft, gentle; sharp, pointed; straight, direct; round, circular, circle;
    flat, level; deep, profound; bright, shining, brilliant; red, scarlet; white, pale; black, dark; green, blue; right, left; top, upper, summit; bottom, foot, lower;
    front, forward; back, behind, rear; inside, within, inner; outside, outdoors, external; middle, centre, center; edge, border, margin; corner, angle;
    move, motion, shift, transfer; go, travel, move, leave; push, shove, press; pull, drag, draw; carry, bear, transport; throw, toss, cast; catch, capture, seize, grab;
    hold, grip, grasp; drop, fall, sink, decline; lift, raise, hoist; turn, rotate, spin; stop, halt, cease, quit; hide, conceal, hidden; show, reveal, exhibit;
    cover, wrap, coat; uncover, expose; fill, load; pour, flow, spill; cut, slice, chop; break, smash, shatter, broken, broke; tear, rip; burn, blaze, scorch; melt, thaw;
    mix, blend, stir; join, connect, unite; separate, part, apart; shake, tremble, quake; hit, beat, strike, knock; kick, blow; bite, sting; kiss, hug, embrace;
    follow, chase, pursue; lead, guide, conduct; meet, encounter, come across; gather, assemble, collect, meet; spread, distribute, scatter;
    distribute, distribution, convey, spread, hand out; give away, distribute, share, hand out, pass on; share, distribute, divide; pass on, redistribute, transfer, convey;
    borrow, lend, loan; lend, lent, loan; receive, get, obtain; give, grant, provide, offer; offer, provide, supply; provide, supply, furnish; need, require, want;
    want, wish, desire; wish, desire, hope; hope, expect, wish; expect, anticipate, await; plan, intend, aim; intend, purpose, mean; try, attempt, seek;
    succeed, achieve, accomplish; fail, failure, unsuccessful; win, beat, defeat, victory; lose, defeat, beaten; help, aid, assist; hinder, prevent, obstruct;
    cause, bring about, lead to, result in; depend, rely, depending; include, contain, comprise; consist, made of, composed, contain; belong, owned, property;
    differ, difference, distinct, unlike; resemble, similar, like, alike; equal, identical; replace, substitute, instead; instead, alternative, in place of;
    choose, pick, elect, select; keep, retain, preserve, maintain; preserve, conserve, protect, keep; protect, guard, defend, shield; destroy, demolish, ruin, wreck;
    ruin, destroy, damage, spoil; damage, harm, hurt, ruin; repair, restore, mend, fix, rebuild; build, construct, erect; rebuild, restore, reconstruct;
    improve, enhance, better; worsen, deteriorate; increase, grow, rise, expand; decrease, shrink, reduce, decline; grow, growth, expand, increase; shrink, reduce, smaller;
    limit, restrict, restriction, constrain, bound; allow, let, permit, enable; force, compel, make, oblige; forbid, prohibit, disallow; tolerate, accept, allow, put up with;
    suffer, endure, undergo; enjoy, like, pleasure; hate, detest, loathe, dislike; despise, hate, scorn; fear, dread, afraid, terror; surprise, amaze, astonish, unexpected;
    worry, concern, anxiety; calm, peaceful, quiet; anger, rage, fury; proud, pride; shame, ashamed, embarrassed; jealous, envy; lonely, alone, solitary;
    love, adore, affection; marry, wed, marriage; behave, behaviour, behavior, act, conduct; behaviour, conduct, act, manners; misbehave, bad behaviour, violate, offence;
    custom, tradition, habit; habit, routine, practice; culture, tradition, society; rule, code, guideline; fair, equitable; unfair, unjust; duty, obligation, must;
    danger, peril, risk; safe, unharmed, protected; risk, chance, danger; chance, opportunity, luck; luck, fortune, lucky; effect, impact, influence, consequence;
    consequence, result, effect, outcome; reason, motive, cause; purpose, aim, goal, use; method, way, technique, approach; approach, method, strategy; step, stage, phase;
    process, procedure, operation; system, mechanism, structure; structure, construction, organisation; form, shape, structure; shape, form, figure;
    kind, type, sort, category; type, kind, class; category, class, group; set, group, collection; pair, couple, two; series, sequence, row; pattern, design, model;
    model, example, version; measure, gauge, measurement; theory, hypothesis, idea; experiment, test, trial; scientist, researcher, scholar; researcher, study, scientist;
    science, research, knowledge; mathematics, math, arithmetic; chemistry, chemical; physics, physical; biology, biological, living; history, historical, past;
    ancient, old, antique; modern, contemporary, new; technology, technique, technical; machine, engine, device; inventor, invented, engineer; engineer, technician;
    artist, painter, creator; creator, author, maker; musician, singer, composer, recording artist; actor, actress, performer; audience, viewers, spectators, people watching;
    viewer, audience, watch, watching; spectator, audience, onlooker; customer, patron, client; guest, visitor; host, owner; victim, casualty, sufferer;
    criminal, offender, culprit; lawyer, counsel, advocate; expert, specialist, authority; amateur, hobby, non-professional; professional, expert; witness, observer;
    owner, landlord; citizen, resident, inhabitant, national; immigrant, migrant, foreigner; refugee, asylum; population, inhabitants, residents; generation, age;
    youth, young, teenager; teenager, adolescent, youth; elderly, senior, old; retire, retirement, emeritus;
    ${EVERYDAY}`,
  french: `
    retourner, retour, renvoyer, renvoi, rendre; rembourser, remboursement, récupérer; annuler, annulation, résilier, résiliation; échanger, échange, remplacer, remplacement;
    cassé, défectueux, endommagé, abîmé, en panne; réparer, réparation, dépanner; problème, difficulté, souci, enjeu; facture, reçu, note;
    prix, coût, tarif, frais, montant, cher; payer, paiement, régler, financer, financement; gratuit, sans frais; réduction, remise, rabais;
    acheter, achat, commander, commande, acquérir; magasin, boutique, commerce; livrer, livraison, expédier, expédition; colis, paquet; téléphone, appeler, appel;
    courriel, e-mail, mail; aide, soutien, assistance, appui, aider; client, consommateur, acheteur; employé, salarié, personnel, travailleur; entreprise, société, compagnie;
    emploi, travail, métier, poste; changer, modifier, modification, changement, adapter; commencer, début, démarrer, lancer, lancement; finir, fin, terminer, achever;
    ouvert, ouverture, horaire; délai, durée, période, échéance; garantie, assurance; règle, règlement, règlementation, condition, loi;
    permettre, autoriser, permis, autorisation; interdire, interdit, interdiction; devoir, obligatoire, obligation, nécessaire, requis; choisir, choix, sélectionner, option;
    trouver, chercher, rechercher, découvrir; utiliser, utilisation, usage, servir, emploi; grand, gros, important, vaste; petit, faible; rapide, vite, vitesse, rapidement;
    enfant, jeune, élève; personne, gens, habitant, citoyen, résident, population; famille, parent, proche; médecin, docteur; maladie, malade; douleur, mal, souffrir;
    danger, risque, dangereux, sécurité; maison, logement, domicile, habitation; voiture, automobile, véhicule, auto; vélo, bicyclette, cycliste, cyclable;
    piéton, marcher, marche, à pied; route, rue, chemin, voie, piste, sentier; voyage, trajet, déplacement; ville, commune, municipalité, village;
    gouvernement, autorité, administration, conseil; carte, plan; projet, plan, programme; but, objectif, finalité, cible; idée, proposition, suggestion;
    proposer, suggérer, recommander, recommandation; accord, accepter, approuver, favorable; refuser, rejeter, opposé, contre; avis, opinion, sondage, enquête, consultation;
    répondre, réponse, répondant, sondé; question, demande, demander; raison, cause, pourquoi, motif; résultat, effet, conséquence, impact;
    augmenter, hausse, accroître, augmentation; réduire, diminuer, baisse, diminution; améliorer, amélioration, mieux; construire, construction, bâtir, aménager, aménagement;
    créer, création, produire, faire; engager, embaucher, recruter; argent, fonds, budget, financement, subvention; internet, web, site, en ligne;
    données, information, renseignement; ordinateur, machine, appareil; logiciel, programme, application; erreur, faute, défaut; vérifier, contrôler, contrôle, tester;
    comparer, comparaison, différence; souvent, fréquent, fréquemment, régulièrement; année, an, annuel; jour, quotidien, journée`,
  german: `
    zurückgeben, rückgabe, zurückschicken, rücksendung, retoure, retournieren, zurücksenden; erstatten, erstattung, rückerstattung, geld zurück, rückzahlung;
    kündigen, kündigung, stornieren, storno, abbestellen, widerrufen, widerruf; umtauschen, umtausch, tauschen, ersetzen, ersatz;
    kaputt, defekt, beschädigt, schaden, mangel, mangelhaft; reparieren, reparatur, instandsetzen; problem, schwierigkeit, störung, fehler;
    rechnung, beleg, quittung, kassenbon; preis, kosten, gebühr, entgelt, betrag, teuer; bezahlen, zahlen, zahlung, begleichen; kostenlos, gratis, umsonst, kostenfrei;
    rabatt, nachlass, ermäßigung, gutschein; kaufen, kauf, bestellen, bestellung, erwerben; laden, geschäft, filiale, markt;
    liefern, lieferung, versand, versenden, zustellung, zustellen, schicken; paket, sendung, päckchen; telefon, anrufen, anruf, handy, hotline; e-mail, mail, email;
    hilfe, unterstützung, helfen, kundendienst; kunde, käufer, verbraucher; mitarbeiter, angestellter, beschäftigter, personal; firma, unternehmen, betrieb;
    arbeit, job, beruf, stelle; konto, profil, anmeldung; passwort, kennwort; ändern, änderung, anpassen, bearbeiten; verschieben, verlegen, verspäten, verspätung;
    beginnen, anfangen, beginn, start, starten; enden, ende, beenden, aufhören, ablaufen; offen, geöffnet, öffnungszeiten, aufmachen; geschlossen, zu, schließen;
    frist, zeitraum, dauer, tage, lang; garantie, gewährleistung; versicherung, versichert; regel, vorschrift, bedingung, gesetz; erlaubt, gestattet, dürfen, erlaubnis;
    verboten, untersagt, verbot; müssen, notwendig, erforderlich, nötig, pflicht; auswählen, wählen, aussuchen, auswahl; finden, suchen, suche;
    verlieren, verloren, vermisst, abhanden; benutzen, verwenden, nutzen, gebrauchen, nutzung; groß, riesig; klein, winzig, gering; schnell, rasch, zügig, eilig;
    kind, kinder, jugendliche; leute, menschen, personen; familie, angehörige, verwandte; arzt, doktor, ärztin; krank, krankheit, erkrankung; schmerz, weh, schmerzen;
    gefahr, risiko, gefährlich; sicher, sicherheit; haus, wohnung, heim, zuhause; auto, wagen, fahrzeug, pkw; parken, parkplatz, parkhaus; fahrrad, rad; straße, weg, route;
    reise, fahrt, ausflug; ausland, international; stadt, gemeinde, ort; behörde, amt, verwaltung; beschwerde, reklamation, beschweren, reklamieren; grund, ursache, weshalb;
    ergebnis, folge, auswirkung; ziel, zweck, absicht; vorschlag, empfehlung, vorschlagen, empfehlen; meinung, ansicht; termin, verabredung, reservierung, buchung;
    mieten, leihen, ausleihen, verleih, miete; anzahlung, kaution, pfand; geschenk, gutschein, präsent; geld, bargeld, betrag; waschen, reinigen, reinigung, säubern;
    größe, passform, maße; kleidung, kleider, bekleidung; schuh, stiefel; hund, haustier, tier; adresse, anschrift, standort`,
  simple: `
    返品, 返却, 送り返, 返送; 返金, 払い戻, 払戻; キャンセル, 解約, 取り消, 取消; 交換, 取り替, 取替; 故障, 壊れ, 不具合, 破損; 修理, 修繕, 直し; 料金, 価格, 値段, 費用, 代金; 支払, 払い, 決済; 無料, 無償; 配送, 配達, 発送, 届け, 届く; 電話, 通話;
    注文, 購入, 買い, オーダー; 店舗, お店, ショップ; 営業時間, 開店, 何時; 期限, 期間, 何日, 以内; 保証, 補償; 領収書, 請求書, レシート; 問い合わせ, 連絡, サポート; 変更, 変え; 退款, 退钱, 还钱; 退货, 退回, 寄回; 取消, 解除, 终止; 维修, 修理, 坏了, 故障;
    价格, 费用, 多少钱, 收费; 电话, 拨打, 联系; 快递, 配送, 发货, 送货; 营业时间, 几点, 开门;
    消す, 消し, 消去, 削除, 除去, 取り除, アンインストール; 入れ, インストール, 導入, 挿入; 使う, 使い, 使用, 利用, 用い; 始ま, 始め, 開始, 起動; 終わ, 終え, 終了, 完了; 直す, 直し, 修正, 修復, 修理; 調べ, 確認, 検索, 検査, 点検; 選ぶ, 選び, 選択; 押す, 押し, 押下, クリック; 開く, 開き, 起動; 見せ, 見え, 表示; 決ま, 規定, 規則, 基準; 守る, 守り, 保護, 遵守; 禁じ, 禁止; 許さ, 許可, 承認; 作る, 作り, 作成, 製造; 書く, 書き, 記入, 記載; 送る, 送り, 送信, 送付; 受け取, 受領, 受信; つなぐ, つなぎ, 接続;
    電線, 配線, ケーブル, コード, ワイヤー; 留め, 止め, 固定; 部品, 部材, パーツ; 外す, 外し, 取り外; 取り付, 設置, 装着; 申し込, 申込, 申請, 応募; 辞め, 退職, 離職; 休み, 休業, 休日, 定休; 働く, 働き, 勤務, 就業; 病気, 疾患, 疾病; 医者, 医師; 痛い, 痛み, 疼痛; 飲み薬, 内服; お金, 金銭, 金額, 費用; 急い, 至急, 緊急; 遅れ, 遅延; 変わ, 変更; 増え, 増加; 減る, 減り, 減少; 全部, 全て, 一切; 場所, 所在, 位置; 理由, 原因; 方法, やり方, 手順; 会社, 企業, 法人; 住ま, 居住, 住所; 家賃, 賃料; 子供, 子ども, 児童; 学校, 教育; 車, 自動車, 車両; 約束, 契約, 合意;
    壊す, 壊し, 破壊, 損傷; 無くし, 紛失; 盗ま, 盗難; 暗証番号, パスワード; 登録, 会員登録; 断る, 断り, 拒否, 拒絶; 払わ, 未払; 知らせ, 通知, 連絡; 助け, 支援, サポート; 危な, 危険; 間違, 誤り, エラー; 早め, 事前; 古い, 旧型; 新し, 最新; 名前, 氏名, 名称; 年寄, 高齢; 捨て, 廃棄, 処分; 删除, 删掉, 移除, 卸载; 使用, 怎么用; 付款, 支付, 付钱; 保修, 质保; 换货, 更换, 调换; 登录, 登陆; 密码, 口令; 账号, 账户, 帐户; 注册, 开户; 修改, 更改; 医生, 大夫; 生病, 患病, 疾病; 便宜, 低价; 地址, 在哪; 优惠, 折扣, 打折; 发票, 收据; 投诉, 抱怨`,
}

/** Forms of a word that no ending tells. */
export const FORMS: Partial<Record<Language, string>> = {
  english: `be is are was were been am; have has had; do does did done; go goes went gone; say said; get got gotten; make made; know knew known; think thought; take took taken
    see saw seen; come came; give gave given; find found; tell told; become became; leave left; feel felt; bring brought; begin began begun; keep kept; hold held; write wrote written; stand stood; hear heard
    mean meant; meet met; run ran; pay paid; sit sat; speak spoke spoken; lead led; grow grew grown; lose lost; fall fell fallen; send sent; build built; understand understood; draw drew drawn; break broke broken
    spend spent; rise rose risen; drive drove driven; buy bought; wear wore worn; choose chose chosen; eat ate eaten; sell sold; fight fought; throw threw thrown; catch caught; teach taught; fly flew flown; forget forgot forgotten
    sleep slept; steal stole stolen; swim swam swum; lend lent; hide hid hidden; freeze froze frozen; shake shook shaken; sing sang sung; sink sank sunk; strike struck; tear tore torn; win won; wake woke woken; bite bit bitten; blow blew blown
    feed fed; forbid forbade forbidden; forgive forgave forgiven; hang hung; lay laid; lie lay lain; ride rode ridden; ring rang rung; seek sought; shoot shot; shrink shrank shrunk; stick stuck; swear swore sworn; drink drank drunk; dig dug; bear bore born borne; bind bound; deal dealt
    child children; man men; woman women; foot feet; tooth teeth; person people; mouse mice; life lives; wife wives; knife knives; leaf leaves; half halves; good better best; bad worse worst; die died dying dead death
    diagnose diagnosis diagnoses; analyse analyze analysis; choice choose; belief believe; proof prove proven; advice advise; loss lose; sale sell; thought think; speech speak; gift give; flight fly; growth grow; death die; length long; width wide; height high; depth deep; strength strong
    two 2; three 3; four 4; five 5; six 6; seven 7; eight 8; nine 9; ten 10; eleven 11; twelve 12; fourteen 14; fifteen 15; twenty 20; thirty 30; forty 40; fifty 50; sixty 60; ninety 90; hundred 100; thousand 1000
    color colour; center centre; organise organize; recognise recognize; tumor tumour; labor labour; favor favour; programme program; catalogue catalog; licence license; grey gray; cheque check; tyre tire; behaviour behavior; travelled traveled; cancelled canceled`,
  german: `zwei 2; drei 3; vier 4; fünf 5; sechs 6; sieben 7; acht 8; neun 9; zehn 10; vierzehn 14; dreißig 30; sechzig 60
    geht ging gegangen gehen; gibt gab gegeben geben; nimmt nahm genommen nehmen; finden fand gefunden; bringen brachte gebracht; sehen sieht sah gesehen; kommen kam; haus häuser; kind kinder; arzt ärzte`,
  french: `deux 2; trois 3; quatre 4; cinq 5; six 6; sept 7; huit 8; neuf 9; dix 10; quinze 15; vingt 20; trente 30
    travail travaux; journal journaux; animal animaux; œil yeux; aller va vont ira allé; venir vient venu; voir voit vu; prendre prend pris; mettre met mis; savoir sait su; vouloir veut veulent voulu; pouvoir peut peuvent pu; devoir doit doivent dû; faire fait font; dire dit; écrire écrit; lire lit lu; boire boit bu; vivre vit vécu; recevoir reçoit reçu; offrir offre offert; ouvrir ouvre ouvert`,
}
