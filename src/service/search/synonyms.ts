import type { Language } from '../store/schema'

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
    disabled, disability, wheelchair, accessible, accessibility; address, location, where, place; near, close, nearby, next to`,
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
    价格, 费用, 多少钱, 收费; 电话, 拨打, 联系; 快递, 配送, 发货, 送货; 营业时间, 几点, 开门`,
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
