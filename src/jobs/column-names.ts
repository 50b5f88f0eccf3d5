/** What people call these columns in many languages, without case, separators and marks above letters. */
export const COLUMN_NAMES = {
  toPhoneNumber: words(`
    to phone phonenumber phoneno tophonenumber number mobile mobilenumber mobilephone cell cellphone cellnumber contactnumber
    telephone telephonenumber tel telno msisdn whatsapp phonemobile mobilephonenumber phone1 tel1
    telefon telefonnummer telefonnr rufnummer handy handynummer handynr mobil mobilnummer mobiltelefon mobilfunk mobilfunknummer
    telnr telnummer telefonmobil telefon1
    numerodetelephone numerotelephone telephoneportable telephonemobile portable numeroportable
    ntelephone ndetelephone notelephone ntel numtel telportable nportable ndeportable
    telefono numerodetelefono numerotelefono telefonomovil movil celular numerodecelular numerodemovil
    notelefono nodetelefono nrotelefono nrodetelefono nomovil nodemovil nodecelular telefono1
    telefone numerodetelefone telemovel numerodetelemovel fone whats
    notelefone nodetelefone notelemovel nodetelemovel
    cellulare numerodicellulare numeroditelefono numerocellulare recapitotelefonico
    telefoonnummer telefoon telefoonnr mobielnr mobiel mobielnummer gsm gsmnummer
    numertelefonu nrtelefonu komorka telefonkomorkowy
    telefonnumer mobilnr telefonnro puhelin puhelinnumero matkapuhelin
    telefoncislo cislotelefonu telefonnicislo telefonnecislo telefonszam mobilszam telefonulmobil numardetelefon broj brojtelefona telefonskastevilka
    telefonnumarasi ceptelefonu cepno telefonno sodienthoai dienthoai nomortelepon nomorhp nohp
    телефон номертелефона мобильный мобильныйтелефон номермобильного телефонномер номертелефону
    τηλεφωνο αριθμοςτηλεφωνου κινητο
    هاتف الهاتف رقمالهاتف جوال رقمالجوال טלפון מספרטלפון נייד फोन फोननंबर मोबाइल मोबाइलनंबर
    電話番号 電話 携帯 携帯電話 携帯番号 电话 电话号码 手机 手机号 手机号码 電話號碼 手機 手機號碼 전화 전화번호 휴대폰 휴대폰번호 핸드폰 เบอร์โทร เบอร์โทรศัพท์
  `),
  leadId: words(`
    leadid lead contactid customerid customerno customernumber clientid clientno crmid
    kundennummer kundennr kundenid kdnr kdnummer kdnid kontaktid leadnummer leadnr
    idclient nclient ndeclient noclient numeroclient numerodeclient idcontact
    idcliente nocliente nodecliente nrocliente nrodecliente iddecliente iddelcliente numerodecliente codigodecliente codigocliente codigodocliente idcontacto idcontato
    codicecliente numerocliente idcontatto
    klantnummer klantid klantnr contactnummer
    numerklienta idklienta nrklienta kundnummer kundenummer asiakasnumero cislozakaznika idzakaznika musterino
    номерклиента noклиента idклиента идклиента кодклиента номерклієнта κωδικοςπελατη رقمالعميل
    מספרלקוח ग्राहकआईडी ग्राहकसंख्या รหัสลูกค้า mãkháchhàng
    顧客番号 顧客id お客様番号 客户编号 客户id 客戶編號 고객번호 고객id
  `),
  firstName: words(`
    firstname givenname forename vorname rufname prenom nombre nombredepila primernombre nome primeironome nomeproprio
    voornaam imie fornamn fornavn etunimi krestnijmeno jmeno keresztnev utonev prenume ime isim ad adi ten namadepan
    имя імя ονομα الاسم الاسمالاول שםפרטי नाम 名 名前 お名前 下の名前 名字 이름 ชื่อ
  `),
} as const

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean).map(fold))
}

/** A number with the digits that we dial, whatever script and width they were typed in, with plain spaces, and without the marks that join letters and emoji. */
export const plainNumber = (cell: string): string =>
  cell
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\uff01-\uff5e]/g, (wide) => wide.normalize('NFKC'))
    .replace(/[\u200c\u200d]/g, '')
    .replace(/\s/g, ' ')

/** A name without case, separators and marks above letters, as people compare names. */
export function fold(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('đ', 'd')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
}
