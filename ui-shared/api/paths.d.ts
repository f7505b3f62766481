// Made by `npm run api-types` from the OpenAPI document.
export interface paths {
    "/api/auth/change/{token}": {
        parameters: {
        };
        get: operations["getAuthChangeByToken"];
        post: operations["postAuthChangeByToken"];
    };
    "/api/auth/change/{token}/employee": {
        parameters: {
        };
        get: operations["getAuthChangeByTokenEmployee"];
        post: operations["postAuthChangeByTokenEmployee"];
    };
    "/api/me": {
        parameters: {
        };
        get: operations["getMe"];
        patch: operations["patchMe"];
    };
    "/api/me/employee": {
        parameters: {
        };
        get: operations["getMeEmployee"];
    };
    "/api/me/recovery_codes": {
        parameters: {
        };
        get: operations["getMeRecoveryCodes"];
        post: operations["postMeRecoveryCodes"];
    };
    "/api/me/sign_ins": {
        parameters: {
        };
        get: operations["getMeSignIns"];
        delete: operations["deleteMeSignIns"];
    };
    "/api/me/lists/{list}": {
        parameters: {
        };
        get: operations["getMeListsByList"];
        put: operations["putMeListsByList"];
    };
    "/api/me/passkeys": {
        parameters: {
        };
        get: operations["getMePasskeys"];
        post: operations["postMePasskeys"];
    };
    "/api/utility/getMenus": {
        parameters: {
        };
        get: operations["getUtilityGetMenus"];
    };
    "/api/utility/menubar_data": {
        parameters: {
        };
        get: operations["getUtilityMenubarData"];
        post: operations["postUtilityMenubarData"];
    };
    "/api/utility/menubar_parsed": {
        parameters: {
        };
        get: operations["getUtilityMenubarParsed"];
    };
    "/api/utility/portal": {
        parameters: {
        };
        get: operations["getUtilityPortal"];
    };
    "/api/utility/couriers": {
        parameters: {
        };
        get: operations["getUtilityCouriers"];
    };
    "/api/utility/sent": {
        parameters: {
        };
        get: operations["getUtilitySent"];
    };
    "/api/utility/config": {
        parameters: {
        };
        get: operations["getUtilityConfig"];
        post: operations["postUtilityConfig"];
    };
    "/api/utility/manifest": {
        parameters: {
        };
        get: operations["getUtilityManifest"];
    };
    "/api/utility/mail": {
        parameters: {
        };
        get: operations["getUtilityMail"];
    };
    "/api/utility/getFeatured": {
        parameters: {
        };
        get: operations["getUtilityGetFeatured"];
    };
    "/api/utility/getBanners": {
        parameters: {
        };
        get: operations["getUtilityGetBanners"];
    };
    "/api/utility/news_flash": {
        parameters: {
        };
        get: operations["getUtilityNewsFlash"];
    };
    "/api/utility/popup": {
        parameters: {
        };
        get: operations["getUtilityPopup"];
    };
    "/api/utility/stationery_items": {
        parameters: {
        };
        get: operations["getUtilityStationeryItems"];
    };
    "/api/me/points": {
        parameters: {
        };
        get: operations["getMePoints"];
    };
    "/api/utility/getFiles": {
        parameters: {
        };
        get: operations["getUtilityGetFiles"];
    };
    "/api/job": {
        parameters: {
        };
        get: operations["getJob"];
        post: operations["postJob"];
    };
    "/api/job/{id}": {
        parameters: {
        };
        get: operations["getJobById"];
    };
    "/api/utility/to_read": {
        parameters: {
        };
        get: operations["getUtilityToRead"];
    };
    "/api/me/digest": {
        parameters: {
        };
        get: operations["getMeDigest"];
        put: operations["putMeDigest"];
    };
    "/api/me/comment_mail": {
        parameters: {
        };
        get: operations["getMeCommentMail"];
        put: operations["putMeCommentMail"];
    };
    "/api/utility/activity_log": {
        parameters: {
        };
        get: operations["getUtilityActivityLog"];
    };
    "/api/utility/activity_log/summary": {
        parameters: {
        };
        get: operations["getUtilityActivityLogSummary"];
    };
    "/api/utility/totals": {
        parameters: {
        };
        get: operations["getUtilityTotals"];
    };
    "/api/utility/activity_log/export": {
        parameters: {
        };
        get: operations["getUtilityActivityLogExport"];
    };
    "/api/utility/activity_log/changes": {
        parameters: {
        };
        get: operations["getUtilityActivityLogChanges"];
    };
    "/api/utility/activity_log/{id}": {
        parameters: {
        };
        get: operations["getUtilityActivityLogById"];
    };
    "/api/utility/debug_log": {
        parameters: {
        };
        get: operations["getUtilityDebugLog"];
    };
    "/api/utility/permissions": {
        parameters: {
        };
        get: operations["getUtilityPermissions"];
    };
    "/api/utility/getActors": {
        parameters: {
        };
        get: operations["getUtilityGetActors"];
    };
    "/api/utility/getAuthors": {
        parameters: {
        };
        get: operations["getUtilityGetAuthors"];
    };
    "/api/checkpoint": {
        parameters: {
        };
        get: operations["getCheckpoint"];
    };
    "/api/checkpoint/keys": {
        parameters: {
        };
        get: operations["getCheckpointKeys"];
    };
    "/api/checkpoint/standing": {
        parameters: {
        };
        get: operations["getCheckpointStanding"];
    };
    "/api/checkpoint/verification": {
        parameters: {
        };
        get: operations["getCheckpointVerification"];
        post: operations["postCheckpointVerification"];
    };
    "/api/checkpoint/latest": {
        parameters: {
        };
        get: operations["getCheckpointLatest"];
    };
    "/api/checkpoint/latest/note": {
        parameters: {
        };
        get: operations["getCheckpointLatestNote"];
    };
    "/api/checkpoint/inclusion": {
        parameters: {
        };
        get: operations["getCheckpointInclusion"];
    };
    "/api/checkpoint/consistency": {
        parameters: {
        };
        get: operations["getCheckpointConsistency"];
    };
    "/api/evidence/size": {
        parameters: {
        };
        get: operations["getEvidenceSize"];
    };
    "/api/evidence": {
        parameters: {
        };
        get: operations["getEvidence"];
        post: operations["postEvidence"];
    };
    "/api/evidence/{id}": {
        parameters: {
        };
        get: operations["getEvidenceById"];
    };
    "/api/evidence/{id}/package": {
        parameters: {
        };
        get: operations["getEvidenceByIdPackage"];
    };
    "/api/utility/getPost": {
        parameters: {
        };
        get: operations["getUtilityGetPost"];
    };
    "/api/utility/getCategories": {
        parameters: {
        };
        get: operations["getUtilityGetCategories"];
    };
    "/api/utility/getPage": {
        parameters: {
        };
        get: operations["getUtilityGetPage"];
    };
    "/api/utility/getRoles": {
        parameters: {
        };
        get: operations["getUtilityGetRoles"];
    };
    "/api/utility/getEmployee": {
        parameters: {
        };
        get: operations["getUtilityGetEmployee"];
    };
    "/api/utility/getTitle": {
        parameters: {
        };
        get: operations["getUtilityGetTitle"];
    };
    "/api/utility/getDivision": {
        parameters: {
        };
        get: operations["getUtilityGetDivision"];
    };
    "/api/utility/getDepartement": {
        parameters: {
        };
        get: operations["getUtilityGetDepartement"];
    };
    "/api/utility/getStationery": {
        parameters: {
        };
        get: operations["getUtilityGetStationery"];
    };
    "/api/utility/operations": {
        parameters: {
        };
        get: operations["getUtilityOperations"];
    };
    "/api/utility/operations/standing": {
        parameters: {
        };
        get: operations["getUtilityOperationsStanding"];
    };
    "/api/auth/login": {
        parameters: {
        };
        post: operations["postAuthLogin"];
    };
    "/api/auth/login_employee": {
        parameters: {
        };
        post: operations["postAuthLoginEmployee"];
    };
    "/api/auth/verification_login": {
        parameters: {
        };
        post: operations["postAuthVerificationLogin"];
    };
    "/api/auth/passkey/options": {
        parameters: {
        };
        post: operations["postAuthPasskeyOptions"];
    };
    "/api/auth/passkey": {
        parameters: {
        };
        post: operations["postAuthPasskey"];
    };
    "/api/auth/resend_otp": {
        parameters: {
        };
        post: operations["postAuthResendOtp"];
    };
    "/api/auth/logout": {
        parameters: {
        };
        post: operations["postAuthLogout"];
    };
    "/api/auth/register": {
        parameters: {
        };
        post: operations["postAuthRegister"];
    };
    "/api/auth/reset": {
        parameters: {
        };
        post: operations["postAuthReset"];
    };
    "/api/auth/reset/employee": {
        parameters: {
        };
        post: operations["postAuthResetEmployee"];
    };
    "/api/me/revert": {
        parameters: {
        };
        post: operations["postMeRevert"];
    };
    "/api/me/email": {
        parameters: {
        };
        post: operations["postMeEmail"];
    };
    "/api/me/email/verify": {
        parameters: {
        };
        post: operations["postMeEmailVerify"];
    };
    "/api/me/sign_ins/{id}": {
        parameters: {
        };
        delete: operations["deleteMeSignInsById"];
    };
    "/api/me/language": {
        parameters: {
        };
        put: operations["putMeLanguage"];
    };
    "/api/me/passkeys/options": {
        parameters: {
        };
        post: operations["postMePasskeysOptions"];
    };
    "/api/me/passkeys/{id}": {
        parameters: {
        };
        delete: operations["deleteMePasskeysById"];
        patch: operations["patchMePasskeysById"];
    };
    "/api/utility/check_page": {
        parameters: {
        };
        post: operations["postUtilityCheckPage"];
    };
    "/api/utility/job_apply": {
        parameters: {
        };
        post: operations["postUtilityJobApply"];
    };
    "/api/utility/iso_submit": {
        parameters: {
        };
        post: operations["postUtilityIsoSubmit"];
    };
    "/api/utility/request_stationery": {
        parameters: {
        };
        post: operations["postUtilityRequestStationery"];
    };
    "/api/utility/mail/resend": {
        parameters: {
        };
        post: operations["postUtilityMailResend"];
    };
    "/api/utility/uploadFiles": {
        parameters: {
        };
        post: operations["postUtilityUploadFiles"];
    };
    "/api/utility/preview": {
        parameters: {
        };
        post: operations["postUtilityPreview"];
    };
    "/api/job/{id}/cancel": {
        parameters: {
        };
        post: operations["postJobByIdCancel"];
    };
    "/api/job/{id}/undo": {
        parameters: {
        };
        post: operations["postJobByIdUndo"];
    };
    "/api/me/shortcuts": {
        parameters: {
        };
        put: operations["putMeShortcuts"];
    };
    "/api/evidence/{id}/cancel": {
        parameters: {
        };
        post: operations["postEvidenceByIdCancel"];
    };
    "/api/utility/operations/replay": {
        parameters: {
        };
        post: operations["postUtilityOperationsReplay"];
    };
    "/api/utility/operations/rebuild": {
        parameters: {
        };
        post: operations["postUtilityOperationsRebuild"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAuthChangeByToken: {
        parameters: {
            path: {
                token: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        data: {
                            id: number;
                        };
                    };
                };
            };
        };
    };
    postAuthChangeByToken: {
        parameters: {
            path: {
                token: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    password: string;
                    id?: string | number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                    };
                };
            };
        };
    };
    getAuthChangeByTokenEmployee: {
        parameters: {
            path: {
                token: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        data: {
                            id: number;
                        };
                    };
                };
            };
        };
    };
    postAuthChangeByTokenEmployee: {
        parameters: {
            path: {
                token: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    password: string;
                    id?: string | number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                    };
                };
            };
        };
    };
    getMe: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            type: "user";
                            id: number;
                            userName: string;
                            fullname: string;
                            firstName: string;
                            lastName: string;
                            email: string;
                            phone: string;
                            phone_number: string;
                            website: string;
                            facebook: string;
                            twitter: string;
                            bio: string;
                            pic: string | null;
                            role: {
                                id: number;
                                name: string;
                            } | null;
                            perms: string[];
                            language?: ("en" | "de" | "es" | "fr" | "ja" | "zh") | null;
                            version: number;
                        } | {
                            type: "employee";
                            id: number;
                            fullname: string;
                            display_name: string;
                            email: string;
                            employee_number: string;
                            title: {
                                id: number;
                                name: string;
                                title_name: string;
                            } | null;
                            division: {
                                id: number;
                                name: string;
                            } | null;
                            departement: {
                                id: number;
                                name: string;
                            } | null;
                            point: number;
                            phone_number: string;
                            linkedln: string;
                            facebook: string;
                            instagram: string;
                            office_address: string;
                            office_phone: string;
                            absences: {
                                id: number;
                                from: string;
                                until: string;
                                stand_in: {
                                    id: number;
                                    name: string;
                                    isInactive?: boolean;
                                } | null;
                            }[];
                            thumbnail: string | null;
                            pic: string | null;
                            shortcuts: {
                                link: string;
                                title: string;
                                is_own: boolean;
                            }[];
                            perms: string[];
                            language?: ("en" | "de" | "es" | "fr" | "ja" | "zh") | null;
                            version: number;
                        };
                    };
                };
            };
        };
    };
    patchMe: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    oldPassword: string;
                    newPassword: string;
                    newPasswordConfirm: string;
                } | {
                    userName?: string;
                    firstName?: string;
                    lastName?: string;
                    email?: string;
                    phone?: string;
                    website?: string;
                    facebook?: string;
                    twitter?: string;
                    bio?: string;
                    pic?: string | number | null;
                } | {
                    fullname?: string;
                    display_name?: string;
                    email?: string;
                    phone_number?: string;
                    linkedln?: string;
                    facebook?: string;
                    instagram?: string;
                    office_address?: string;
                    office_phone?: string;
                    thumbnail?: string | number | null;
                    absences?: unknown[] | string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        notes?: {
                            message: string;
                            id: string;
                            values: {
                                [key: string]: string | number;
                            };
                        }[];
                        data?: {
                            [key: string]: unknown;
                        };
                        position?: string | null;
                        projected?: boolean;
                        results?: {
                            id: number;
                            ok: boolean;
                            message: string;
                            says: {
                                id: string;
                                values: {
                                    [key: string]: string | number;
                                };
                            };
                        }[];
                    };
                };
            };
        };
    };
    getMeEmployee: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            type: "employee";
                            id: number;
                            fullname: string;
                            display_name: string;
                            email: string;
                            employee_number: string;
                            title: {
                                id: number;
                                name: string;
                                title_name: string;
                            } | null;
                            division: {
                                id: number;
                                name: string;
                            } | null;
                            departement: {
                                id: number;
                                name: string;
                            } | null;
                            point: number;
                            phone_number: string;
                            linkedln: string;
                            facebook: string;
                            instagram: string;
                            office_address: string;
                            office_phone: string;
                            absences: {
                                id: number;
                                from: string;
                                until: string;
                                stand_in: {
                                    id: number;
                                    name: string;
                                    isInactive?: boolean;
                                } | null;
                            }[];
                            thumbnail: string | null;
                            pic: string | null;
                            shortcuts: {
                                link: string;
                                title: string;
                                is_own: boolean;
                            }[];
                            perms: string[];
                            language?: ("en" | "de" | "es" | "fr" | "ja" | "zh") | null;
                            version: number;
                        };
                    };
                };
            };
        };
    };
    getMeRecoveryCodes: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            left: number;
                            madeAt: string | null;
                        };
                    };
                };
            };
        };
    };
    postMeRecoveryCodes: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        data: {
                            left: number;
                            madeAt: string | null;
                            codes: string[];
                        };
                    };
                };
            };
        };
    };
    getMeSignIns: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            device: string | null;
                            createdAt: string;
                            lastSeenAt: string;
                            isThis: boolean;
                        }[];
                    };
                };
            };
        };
    };
    deleteMeSignIns: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                    };
                };
            };
        };
    };
    getMeListsByList: {
        parameters: {
            path: {
                list: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            hidden: string[];
                            isDense: boolean;
                            views: {
                                name: string;
                                search: string;
                            }[];
                        } | null;
                    };
                };
            };
        };
    };
    putMeListsByList: {
        parameters: {
            path: {
                list: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    hidden: string[];
                    isDense: boolean;
                    views: {
                        name: string;
                        search: string;
                    }[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                    };
                };
            };
        };
    };
    getMePasskeys: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            isPossible: boolean;
                            passkeys: {
                                id: string;
                                name: string;
                                createdAt: string;
                                usedAt: string | null;
                            }[];
                        };
                    };
                };
            };
        };
    };
    postMePasskeys: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    name: string;
                    response: {
                        id: string;
                        rawId: string;
                        type: "public-key";
                        clientExtensionResults?: Record<string, never>;
                        response: {
                            clientDataJSON: string;
                            attestationObject: string;
                            transports?: string[];
                        };
                    };
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                    };
                };
            };
        };
    };
    getUtilityGetMenus: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            title: string;
                            perms: {
                                name: string;
                                label: string;
                            }[];
                        }[];
                    };
                };
            };
        };
    };
    getUtilityMenubarData: {
        parameters: {
            query?: {
                as_of?: string;
                version?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            available: {
                                posts: {
                                    id: number;
                                    name: string | null;
                                }[];
                                pages: {
                                    id: number;
                                    name: string | null;
                                }[];
                            };
                            menubar: {
                                [key: string]: unknown;
                            }[];
                            version: number;
                        };
                    };
                };
            };
        };
    };
    postUtilityMenubarData: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                }[] | {
                    menubar: {
                        [key: string]: unknown;
                    }[];
                    version?: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        notes?: {
                            message: string;
                            id: string;
                            values: {
                                [key: string]: string | number;
                            };
                        }[];
                        data?: {
                            [key: string]: unknown;
                        };
                        position?: string | null;
                        projected?: boolean;
                        results?: {
                            id: number;
                            ok: boolean;
                            message: string;
                            says: {
                                id: string;
                                values: {
                                    [key: string]: string | number;
                                };
                            };
                        }[];
                    };
                };
            };
        };
    };
    getUtilityMenubarParsed: {
        parameters: {
            query?: {
                as_of?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            url: string;
                            outbound: boolean;
                            children: unknown[];
                        }[];
                    };
                };
            };
        };
    };
    getUtilityPortal: {
        parameters: {
            query?: {
                as_of?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            config: {
                                siteTitle: string;
                                footer: string;
                                favicon_url: string | null;
                                logo_url: string | null;
                                timeZone: string;
                                currency: string;
                                popup_timer: number;
                                menuBlocks: string;
                                blocks: {
                                    [key: string]: {
                                        title: string;
                                        link: string;
                                    };
                                };
                                registration: "pending" | "open" | "closed";
                                facebook: string | null;
                                instagram: string | null;
                                linkedln: string | null;
                                policy1_url: string | null;
                                policy2_url: string | null;
                                notices: string | null;
                                must_read: boolean | null;
                                reactions: boolean | null;
                                comments: boolean | null;
                                read_statistics: boolean | null;
                                digests: boolean | null;
                            };
                            menu: {
                                name: string;
                                url: string;
                                outbound: boolean;
                                children: unknown[];
                            }[];
                            banners: {
                                id: number;
                                version: number;
                                created_at: string;
                                number?: number | null;
                                name?: string | null;
                                link?: string | null;
                                thumbnail_url?: string | null;
                                thumbnail_focus?: string | null;
                            }[];
                            featured: {
                                id: number;
                                version: number;
                                created_at: string;
                                slug: string;
                                name?: string | null;
                                excerpt?: string | null;
                                category?: {
                                    id: number;
                                    name: string;
                                    slug?: string | null;
                                    isInactive?: boolean;
                                } | null;
                                thumbnail_url?: string | null;
                                thumbnail_focus?: string | null;
                                content?: string | null;
                                css?: string | null;
                                previous_page?: {
                                    slug: string;
                                    name: string | null;
                                } | null;
                                next_page?: {
                                    slug: string;
                                    name: string | null;
                                } | null;
                            } | null;
                            news: {
                                id: number;
                                version: number;
                                created_at: string;
                                name?: string | null;
                                link?: string | null;
                                news_text?: string | null;
                            }[];
                            popup: {
                                id: number;
                                version: number;
                                created_at: string;
                                name?: string | null;
                                link?: string | null;
                                thumbnail_url?: string | null;
                            } | null;
                        };
                    };
                };
            };
        };
    };
    getUtilityCouriers: {
        parameters: {
            query?: {
                ids?: "" | string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            count: number;
                        };
                        count: number;
                    };
                };
            };
        };
    };
    getUtilitySent: {
        parameters: {
            query?: {
                page?: number;
                kind?: "requests" | "messages" | "job_application";
                state?: "open" | "over";
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: ({
                            id: number;
                            version: number;
                            label: string | null;
                            created_at: string | null;
                            changed_at: string | null;
                            changed_by: string | null;
                            deletedAt: string | null;
                            isUnread: boolean;
                            type?: string | null;
                            author?: {
                                id: number;
                                name: string;
                                slug?: string | null;
                                isInactive?: boolean;
                            } | null;
                            employee_name?: string | null;
                            title?: {
                                id: number;
                                title_name: string;
                            } | null;
                            division?: {
                                id: number;
                                name: string;
                                slug?: string | null;
                                isInactive?: boolean;
                            } | null;
                            departement?: {
                                id: number;
                                name: string;
                                slug?: string | null;
                                isInactive?: boolean;
                            } | null;
                            lines?: {
                                id: number;
                                item?: {
                                    id: number;
                                    name: string;
                                    slug?: string | null;
                                    isInactive?: boolean;
                                } | null;
                                name?: string | null;
                                quantity?: number | null;
                                unit?: string | null;
                                delivered?: number | null;
                                remarks?: string | null;
                            }[];
                            deliveries?: {
                                id: number;
                                at?: string | null;
                                item?: string | null;
                                delivered?: number | null;
                                unit?: string | null;
                                note?: string | null;
                            }[];
                            subject?: string | null;
                            message?: string | null;
                            stage?: string | null;
                            answers: number;
                            heard?: number | null;
                            employee?: {
                                id: number;
                                fullname: string;
                            } | null;
                            createdAt?: string;
                            slug?: string;
                            timeline: {
                                version: number;
                                at: string;
                                stage: string;
                                note: string;
                                deliveries: {
                                    id: number;
                                    item: string;
                                    delivered: number;
                                    unit: string;
                                }[];
                            }[];
                            resource: "request";
                            list: string;
                        } | {
                            id: number;
                            version: number;
                            label: string | null;
                            created_at: string | null;
                            changed_at: string | null;
                            changed_by: string | null;
                            deletedAt: string | null;
                            isUnread: boolean;
                            job?: {
                                id: number;
                                name: string;
                                slug?: string | null;
                                isInactive?: boolean;
                            } | null;
                            job_title?: string | null;
                            author?: {
                                id: number;
                                name: string;
                                slug?: string | null;
                                isInactive?: boolean;
                            } | null;
                            employee_name?: string | null;
                            title?: {
                                id: number;
                                title_name: string;
                            } | null;
                            division?: {
                                id: number;
                                name: string;
                                slug?: string | null;
                                isInactive?: boolean;
                            } | null;
                            departement?: {
                                id: number;
                                name: string;
                                slug?: string | null;
                                isInactive?: boolean;
                            } | null;
                            reason?: string | null;
                            stage?: string | null;
                            answers: number;
                            heard?: number | null;
                            employee?: {
                                id: number;
                                fullname: string;
                            } | null;
                            createdAt?: string;
                            job_data?: {
                                slug: string;
                                name: string;
                            } | null;
                            timeline: {
                                version: number;
                                at: string;
                                stage: string;
                                note: string;
                                deliveries: {
                                    id: number;
                                    item: string;
                                    delivered: number;
                                    unit: string;
                                }[];
                            }[];
                            resource: "job_application";
                            list: string;
                        })[];
                        meta: {
                            total_page: number;
                            total_item: number;
                            unread: number;
                        };
                    };
                };
            };
        };
    };
    getUtilityConfig: {
        parameters: {
            query?: {
                as_of?: string;
                version?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            siteTitle: string;
                            footer: string;
                            favicon_url: string | null;
                            logo_url: string | null;
                            timeZone: string;
                            currency: string;
                            popup_timer: number;
                            menuBlocks: string;
                            blocks: {
                                [key: string]: {
                                    title: string;
                                    link: string;
                                };
                            };
                            registration: "pending" | "open" | "closed";
                            facebook?: unknown;
                            instagram?: unknown;
                            linkedln?: unknown;
                            policy1_url?: unknown;
                            policy2_url?: unknown;
                            notices?: unknown;
                            must_read?: unknown;
                            reactions?: unknown;
                            comments?: unknown;
                            read_statistics?: unknown;
                            digests?: unknown;
                            email_job?: unknown;
                            email_stationary?: unknown;
                            email_iso?: unknown;
                            email_name?: unknown;
                            email_host?: unknown;
                            email_port_smtp?: unknown;
                            email_port_pop?: unknown;
                            executives_after?: unknown;
                            executives_before?: unknown;
                            email_password_set?: unknown;
                            second_eyes?: unknown;
                            version?: number;
                        };
                    };
                };
            };
        };
    };
    postUtilityConfig: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    siteTitle?: string;
                    footer?: string;
                    timeZone?: string;
                    currency?: string;
                    favicon?: string | number | null;
                    logo?: string | number | null;
                    popup_timer?: number | string;
                    email_job?: string[] | string;
                    email_stationary?: string[] | string;
                    email_iso?: string[] | string;
                    email_name?: string;
                    email_password?: string | null;
                    email_host?: string;
                    email_port_smtp?: number | string;
                    email_port_pop?: number | string;
                    policy1?: string | number | null;
                    policy2?: string | number | null;
                    facebook?: string;
                    instagram?: string;
                    linkedln?: string;
                    executives_after?: number | string;
                    executives_before?: number | string;
                    notices?: "everywhere" | "landing";
                    must_read?: boolean | "true" | "false" | "";
                    reactions?: boolean | "true" | "false" | "";
                    comments?: boolean | "true" | "false" | "";
                    second_eyes?: boolean | "true" | "false" | "";
                    read_statistics?: boolean | "true" | "false" | "";
                    digests?: boolean | "true" | "false" | "";
                    menuBlocks?: string | {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        notes?: {
                            message: string;
                            id: string;
                            values: {
                                [key: string]: string | number;
                            };
                        }[];
                        data?: {
                            [key: string]: unknown;
                        };
                        position?: string | null;
                        projected?: boolean;
                        results?: {
                            id: number;
                            ok: boolean;
                            message: string;
                            says: {
                                id: string;
                                values: {
                                    [key: string]: string | number;
                                };
                            };
                        }[];
                    };
                };
            };
        };
    };
    getUtilityManifest: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        short_name: string;
                        start_url: string;
                        scope: string;
                        display: string;
                        background_color: string;
                        theme_color: string;
                        icons: {
                            src: string;
                            sizes: string;
                            type: string;
                            purpose: string;
                        }[];
                    };
                };
            };
        };
    };
    getUtilityMail: {
        parameters: {
            query?: {
                state?: "waiting" | "failed" | "lost" | "";
                page?: string;
                per_page?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            kind: string;
                            to: string | null;
                            state: "waiting" | "failed" | "lost";
                            tries: number;
                            failure: {
                                id: string;
                                values: {
                                    [key: string]: string | number;
                                };
                            };
                            detail: string | null;
                            createdAt: string;
                            nextTryAt: string | null;
                            isResendable: boolean;
                        }[];
                        meta: {
                            total_page: number;
                            total_item: number;
                            resendable: number;
                        };
                    };
                };
            };
        };
    };
    getUtilityGetFeatured: {
        parameters: {
            query?: {
                as_of?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            version: number;
                            created_at: string;
                            slug: string;
                            name?: string | null;
                            excerpt?: string | null;
                            category?: {
                                id: number;
                                name: string;
                                slug?: string | null;
                                isInactive?: boolean;
                            } | null;
                            thumbnail_url?: string | null;
                            thumbnail_focus?: string | null;
                            content?: string | null;
                            css?: string | null;
                            previous_page?: {
                                slug: string;
                                name: string | null;
                            } | null;
                            next_page?: {
                                slug: string;
                                name: string | null;
                            } | null;
                        } | null;
                    };
                };
            };
        };
    };
    getUtilityGetBanners: {
        parameters: {
            query?: {
                as_of?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            version: number;
                            created_at: string;
                            number?: number | null;
                            name?: string | null;
                            link?: string | null;
                            thumbnail_url?: string | null;
                            thumbnail_focus?: string | null;
                        }[];
                    };
                };
            };
        };
    };
    getUtilityNewsFlash: {
        parameters: {
            query?: {
                as_of?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            version: number;
                            created_at: string;
                            name?: string | null;
                            link?: string | null;
                            news_text?: string | null;
                        }[];
                    };
                };
            };
        };
    };
    getUtilityPopup: {
        parameters: {
            query?: {
                as_of?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            version: number;
                            created_at: string;
                            name?: string | null;
                            link?: string | null;
                            thumbnail_url?: string | null;
                        } | null;
                    };
                };
            };
        };
    };
    getUtilityStationeryItems: {
        parameters: {
            query?: {
                as_of?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            version: number;
                            created_at: string;
                            name?: string | null;
                            unit?: string | null;
                            picture_url?: string | null;
                            value?: number;
                        }[];
                    };
                };
            };
        };
    };
    getMePoints: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            point: number;
                            entries: {
                                at: string;
                                change: number;
                                balance: number;
                                reason: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    getUtilityGetFiles: {
        parameters: {
            query?: {
                as_of?: string;
                keyword?: string;
                type?: "image" | "file";
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            name: string;
                            type: string;
                            link: string;
                            thumbnail: string | null;
                            extension: string;
                            size: number;
                        }[];
                    };
                };
            };
        };
    };
    getJob: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            verb: string;
                            resource: string;
                            state: "waiting" | "running" | "done" | "cancelled";
                            dryRun: boolean;
                            undoes: string | null;
                            undoneBy: string | null;
                            startsAt: string;
                            finishedAt: string | null;
                            total: number;
                            done: number;
                            unchanged: number;
                            failed: number;
                            position: string | null;
                        }[];
                    };
                };
            };
        };
    };
    postJob: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    commands: {
                        resource: string;
                        verb: string;
                        id?: number;
                        version?: number;
                        sent?: {
                            [key: string]: unknown;
                        };
                    }[];
                    startsAt?: string;
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        notes?: {
                            message: string;
                            id: string;
                            values: {
                                [key: string]: string | number;
                            };
                        }[];
                        data?: {
                            [key: string]: unknown;
                        };
                        position?: string | null;
                        projected?: boolean;
                        results?: {
                            id: number;
                            ok: boolean;
                            message: string;
                            says: {
                                id: string;
                                values: {
                                    [key: string]: string | number;
                                };
                            };
                        }[];
                    };
                };
            };
        };
    };
    getJobById: {
        parameters: {
            query?: {
                items?: "all";
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            verb: string;
                            resource: string;
                            state: "waiting" | "running" | "done" | "cancelled";
                            dryRun: boolean;
                            undoes: string | null;
                            undoneBy: string | null;
                            startsAt: string;
                            finishedAt: string | null;
                            total: number;
                            done: number;
                            unchanged: number;
                            failed: number;
                            position: string | null;
                            failures: {
                                index: number;
                                id: number | null;
                                resource: string;
                                verb: string;
                                name: string | null;
                                state: "waiting" | "done" | "unchanged" | "refused";
                                message: string | null;
                                says: {
                                    id: string;
                                    values: {
                                        [key: string]: string | number;
                                    };
                                } | null;
                            }[];
                            items?: {
                                index: number;
                                id: number | null;
                                resource: string;
                                verb: string;
                                name: string | null;
                                state: "waiting" | "done" | "unchanged" | "refused";
                                message: string | null;
                                says: {
                                    id: string;
                                    values: {
                                        [key: string]: string | number;
                                    };
                                } | null;
                            }[];
                        };
                    };
                };
            };
        };
    };
    getUtilityToRead: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            slug: string;
                            name: string;
                            last_day: string | null;
                            round: number;
                            version: number;
                            receipt: number | null;
                            read_at: string | null;
                        }[];
                    };
                };
            };
        };
    };
    getMeDigest: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            frequency: "never" | "daily" | "weekly";
                            categories: number[];
                        };
                    };
                };
            };
        };
    };
    putMeDigest: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    frequency: "never" | "daily" | "weekly";
                    categories: number[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                    };
                };
            };
        };
    };
    getMeCommentMail: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            isWanted: boolean;
                        };
                    };
                };
            };
        };
    };
    putMeCommentMail: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    isWanted: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                    };
                };
            };
        };
    };
    getUtilityActivityLog: {
        parameters: {
            query?: {
                type?: string;
                outcome?: "" | ("done" | "failed");
                keyword?: string;
                resource?: string;
                record?: string;
                actor?: string;
                field?: string;
                value?: string;
                job?: string;
                request_id?: string;
                address?: string;
                from?: string;
                to?: string;
                as_of?: string;
                level?: "warning" | "error";
                cause?: string;
                page?: string;
                per_page?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            createdAt: string;
                            userName: string | null;
                            userType: string;
                            userId: string;
                            actionType: string;
                            actionDesc: string;
                            says?: {
                                id: string;
                                values: {
                                    [key: string]: string | number;
                                };
                            };
                            modelAffected: string | null;
                            modelID: string | null;
                            recordName?: string | null;
                            changedFields?: string[];
                            changedLabels?: string[];
                            job?: {
                                id: string;
                                count: number;
                            } | null;
                            proposer?: {
                                id: string;
                                name: string;
                            };
                            address?: string | null;
                            level?: string;
                            requestId?: string | null;
                        }[];
                        meta: {
                            total_page: number;
                            total_item: number;
                            isMore?: boolean;
                        };
                    };
                };
            };
        };
    };
    getUtilityActivityLogSummary: {
        parameters: {
            query?: {
                as_of?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            from: string;
                            to: string;
                            days: {
                                day: string;
                                signedIn: number;
                                failed: number;
                            }[];
                            resources: {
                                resource: string;
                                count: number;
                            }[];
                        };
                    };
                };
            };
        };
    };
    getUtilityTotals: {
        parameters: {
            query?: {
                as_of?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            resource: string;
                            active: number;
                            inactive: number;
                        }[];
                    };
                };
            };
        };
    };
    getUtilityActivityLogExport: {
        parameters: {
            query?: {
                type?: string;
                outcome?: "" | ("done" | "failed");
                keyword?: string;
                resource?: string;
                record?: string;
                actor?: string;
                field?: string;
                value?: string;
                job?: string;
                request_id?: string;
                address?: string;
                from?: string;
                to?: string;
                as_of?: string;
                format?: "csv" | "jsonl" | "xlsx";
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
        };
    };
    getUtilityActivityLogChanges: {
        parameters: {
            query: {
                ids: string;
                as_of?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            action: string;
                            changes: {
                                field: string;
                                label: string;
                                from: unknown;
                                to: unknown;
                                isSecret?: boolean;
                                isPersonal?: boolean;
                            }[] | null;
                        }[];
                        names: {
                            [key: string]: string;
                        };
                    };
                };
            };
        };
    };
    getUtilityActivityLogById: {
        parameters: {
            query?: {
                as_of?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            changes: {
                                field: string;
                                label: string;
                                from: unknown;
                                to: unknown;
                                isSecret?: boolean;
                                isPersonal?: boolean;
                            }[] | null;
                            reason: string | null;
                        };
                        names: {
                            [key: string]: string;
                        };
                    };
                };
            };
        };
    };
    getUtilityDebugLog: {
        parameters: {
            query?: {
                keyword?: string;
                level?: "" | ("warning" | "error");
                from?: string;
                to?: string;
                page?: string;
                per_page?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            cause: string;
                            level: string;
                            route: string | null;
                            message: string;
                            count: number;
                            first: string;
                            last: string;
                            requestId: string | null;
                        }[];
                        meta: {
                            total_page: number;
                            total_item: number;
                        };
                    };
                };
            };
        };
    };
    getUtilityPermissions: {
        parameters: {
            query?: {
                at?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            name: string;
                            status: "active" | "inactive" | "deleted";
                            role: {
                                id: number;
                                name: string;
                                isActive: boolean;
                            } | null;
                            perms: string[];
                        }[];
                        at: string;
                    };
                };
            };
        };
    };
    getUtilityGetActors: {
        parameters: {
            query?: {
                keyword?: string;
                actor?: "" | string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            value: string;
                            label: string;
                            type: string;
                        }[];
                    };
                };
            };
        };
    };
    getUtilityGetAuthors: {
        parameters: {
            query: {
                resource: string;
                keyword?: string;
                author?: string;
                limit?: string;
                as_of?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            value: string;
                            label: string;
                        }[];
                    };
                };
            };
        };
    };
    getCheckpoint: {
        parameters: {
            query?: {
                page?: string;
                per_page?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            size: number;
                            signedAt: string;
                            root: string | null;
                            position: string | null;
                            key: string | null;
                        }[];
                        meta: {
                            total_page: number;
                            total_item: number;
                        };
                    };
                };
            };
        };
    };
    getCheckpointKeys: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            origin: string;
                            keys: {
                                id: string;
                                verifier: string;
                                isInUse: boolean;
                                first: {
                                    size: number;
                                    at: string;
                                } | null;
                                last: {
                                    size: number;
                                    at: string;
                                } | null;
                            }[];
                        };
                    };
                };
            };
        };
    };
    getCheckpointStanding: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            newest: {
                                size: number;
                                signedAt: string;
                                root: string | null;
                                position: string | null;
                                key: string | null;
                            } | null;
                            uncovered: number;
                            witnesses: {
                                id: string;
                                kind: "signing" | "folder" | "mail" | "http";
                                place: string;
                                size: number;
                                succeededAt: string | null;
                                failedAt: string | null;
                                failure: string | null;
                                retryAt: string | null;
                                mail: string | null;
                            }[];
                        };
                    };
                };
            };
        };
    };
    getCheckpointVerification: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            startedAt: string;
                            finishedAt: string | null;
                            state: "running" | "broken" | "failed" | "whole" | "tampered";
                            share: number;
                            events: number | null;
                            signed: number | null;
                            files: number | null;
                            problems: {
                                id: string;
                                values: {
                                    [key: string]: string | number;
                                };
                                position: string | null;
                            }[];
                            notes: {
                                id: string;
                                values: {
                                    [key: string]: string | number;
                                };
                            }[];
                        }[];
                    };
                };
            };
        };
    };
    postCheckpointVerification: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        data: {
                            id: string;
                        };
                    };
                };
            };
        };
    };
    getCheckpointLatest: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            note: string;
                            size: number;
                            root: string;
                            position: string;
                            key: string;
                        } | null;
                    };
                };
            };
        };
    };
    getCheckpointLatestNote: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
        };
    };
    getCheckpointInclusion: {
        parameters: {
            query: {
                position: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            position: string;
                            index: number;
                            leaf: string;
                            proof: string[];
                            checkpoint: {
                                note: string;
                                size: number;
                                root: string;
                                position: string;
                                key: string;
                            };
                        };
                    };
                };
            };
        };
    };
    getCheckpointConsistency: {
        parameters: {
            query: {
                from: string;
                to?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            from: number;
                            to: number;
                            proof: string[];
                            checkpoint: {
                                note: string;
                                size: number;
                                root: string;
                                position: string;
                                key: string;
                            };
                        };
                    };
                };
            };
        };
    };
    getEvidenceSize: {
        parameters: {
            query: {
                kind: "all" | "days" | "positions" | "record" | "person";
                from?: "" | string;
                to?: string;
                first?: string;
                last?: string;
                resource?: string;
                record?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            events: number;
                        };
                    };
                };
            };
        };
    };
    getEvidence: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            kind: "all" | "days" | "positions" | "record" | "person";
                            from: string | null;
                            to: string | null;
                            resource: string | null;
                            record: number | null;
                            name: string | null;
                            state: "waiting" | "running" | "done" | "failed" | "cancelled" | "gone";
                            events: number | null;
                            written: number;
                            bytes: number | null;
                            problem: string | null;
                            startedAt: string;
                            finishedAt: string | null;
                        }[];
                    };
                };
            };
        };
    };
    postEvidence: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    kind: "all" | "days" | "positions" | "record" | "person";
                    from?: "" | string;
                    to?: string;
                    first?: string;
                    last?: string;
                    resource?: string;
                    record?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        data: {
                            id: string;
                        };
                    };
                };
            };
        };
    };
    getEvidenceById: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            kind: "all" | "days" | "positions" | "record" | "person";
                            from: string | null;
                            to: string | null;
                            resource: string | null;
                            record: number | null;
                            name: string | null;
                            state: "waiting" | "running" | "done" | "failed" | "cancelled" | "gone";
                            events: number | null;
                            written: number;
                            bytes: number | null;
                            problem: string | null;
                            startedAt: string;
                            finishedAt: string | null;
                        };
                    };
                };
            };
        };
    };
    getEvidenceByIdPackage: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
        };
    };
    getUtilityGetPost: {
        parameters: {
            query?: {
                as_of?: string;
                keyword?: string;
                ids?: string;
                limit?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            value: number;
                            label: string;
                        }[];
                    };
                };
            };
        };
    };
    getUtilityGetCategories: {
        parameters: {
            query?: {
                as_of?: string;
                keyword?: string;
                ids?: string;
                limit?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            value: number;
                            label: string;
                        }[];
                    };
                };
            };
        };
    };
    getUtilityGetPage: {
        parameters: {
            query?: {
                as_of?: string;
                keyword?: string;
                ids?: string;
                limit?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            value: number;
                            label: string;
                        }[];
                    };
                };
            };
        };
    };
    getUtilityGetRoles: {
        parameters: {
            query?: {
                as_of?: string;
                keyword?: string;
                ids?: string;
                limit?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            value: number;
                            label: string;
                        }[];
                    };
                };
            };
        };
    };
    getUtilityGetEmployee: {
        parameters: {
            query?: {
                as_of?: string;
                keyword?: string;
                ids?: string;
                limit?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            value: number;
                            label: string;
                        }[];
                    };
                };
            };
        };
    };
    getUtilityGetTitle: {
        parameters: {
            query?: {
                as_of?: string;
                keyword?: string;
                ids?: string;
                limit?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            value: number;
                            label: string;
                        }[];
                    };
                };
            };
        };
    };
    getUtilityGetDivision: {
        parameters: {
            query?: {
                as_of?: string;
                keyword?: string;
                ids?: string;
                limit?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            value: number;
                            label: string;
                        }[];
                    };
                };
            };
        };
    };
    getUtilityGetDepartement: {
        parameters: {
            query?: {
                as_of?: string;
                keyword?: string;
                ids?: string;
                limit?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            value: number;
                            label: string;
                        }[];
                    };
                };
            };
        };
    };
    getUtilityGetStationery: {
        parameters: {
            query?: {
                as_of?: string;
                keyword?: string;
                ids?: string;
                limit?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            value: number;
                            label: string;
                        }[];
                    };
                };
            };
        };
    };
    getUtilityOperations: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            isHalted: boolean;
                            deadLetteredStreams: number;
                        };
                    };
                };
            };
        };
    };
    getUtilityOperationsStanding: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            models: {
                                behindMs: number;
                                behindEvents: number;
                                isBuilt: boolean;
                                halted: string | null;
                                rebuilding: number | null;
                                rebuildFailed: {
                                    at: string;
                                    error: string;
                                } | null;
                            };
                            deadLetters: {
                                streams: number;
                                effects: number;
                                shown: {
                                    stream: string;
                                    position: string;
                                    error: string;
                                    at: string;
                                }[];
                            };
                            mail: {
                                waiting: number;
                                late: number;
                                oldestSeconds: number;
                                failed: number;
                            };
                            jobs: {
                                waiting: number;
                                running: number;
                                planned: number;
                                overdueSeconds: number;
                                failed: number;
                            };
                            checkpoint: {
                                signedAt: string | null;
                                size: number;
                                failingWitnesses: number;
                            };
                            verification: {
                                at: string;
                                state: string;
                            } | null;
                            backups: {
                                newestAt: string | null;
                                nextAt: string | null;
                                bytes: number;
                                count: number;
                                isLate: boolean;
                            } | null;
                            room: {
                                database: number;
                                free: number | null;
                                total: number | null;
                            };
                            processes: {
                                id: string;
                                host: string;
                                pid: number;
                                role: string;
                                version: string;
                                node: string;
                                startedAt: string;
                                beatAt: string;
                                state: "running" | "stopping" | "lost";
                            }[];
                        };
                    };
                };
            };
        };
    };
    postAuthLogin: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    userName: string;
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        data: {
                            data: string;
                            email: string;
                            passkey: boolean;
                        };
                    };
                };
            };
        };
    };
    postAuthLoginEmployee: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        data: {
                            data: string;
                            email: string;
                            passkey: boolean;
                        };
                    };
                };
            };
        };
    };
    postAuthVerificationLogin: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    data: string;
                    otp: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        data: {
                            authToken: string | null;
                            user: {
                                type: "user";
                                id: number;
                                userName: string;
                                fullname: string;
                                firstName: string;
                                lastName: string;
                                email: string;
                                phone: string;
                                phone_number: string;
                                website: string;
                                facebook: string;
                                twitter: string;
                                bio: string;
                                pic: string | null;
                                role: {
                                    id: number;
                                    name: string;
                                } | null;
                                perms: string[];
                                language?: ("en" | "de" | "es" | "fr" | "ja" | "zh") | null;
                                version: number;
                            } | {
                                type: "employee";
                                id: number;
                                fullname: string;
                                display_name: string;
                                email: string;
                                employee_number: string;
                                title: {
                                    id: number;
                                    name: string;
                                    title_name: string;
                                } | null;
                                division: {
                                    id: number;
                                    name: string;
                                } | null;
                                departement: {
                                    id: number;
                                    name: string;
                                } | null;
                                point: number;
                                phone_number: string;
                                linkedln: string;
                                facebook: string;
                                instagram: string;
                                office_address: string;
                                office_phone: string;
                                absences: {
                                    id: number;
                                    from: string;
                                    until: string;
                                    stand_in: {
                                        id: number;
                                        name: string;
                                        isInactive?: boolean;
                                    } | null;
                                }[];
                                thumbnail: string | null;
                                pic: string | null;
                                shortcuts: {
                                    link: string;
                                    title: string;
                                    is_own: boolean;
                                }[];
                                perms: string[];
                                language?: ("en" | "de" | "es" | "fr" | "ja" | "zh") | null;
                                version: number;
                            };
                        };
                        position: string;
                    };
                };
            };
        };
    };
    postAuthPasskeyOptions: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    data: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            challenge: string;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    postAuthPasskey: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    data: string;
                    response: {
                        id: string;
                        rawId: string;
                        type: "public-key";
                        clientExtensionResults?: Record<string, never>;
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                        };
                    };
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        data: {
                            authToken: string | null;
                            user: {
                                type: "user";
                                id: number;
                                userName: string;
                                fullname: string;
                                firstName: string;
                                lastName: string;
                                email: string;
                                phone: string;
                                phone_number: string;
                                website: string;
                                facebook: string;
                                twitter: string;
                                bio: string;
                                pic: string | null;
                                role: {
                                    id: number;
                                    name: string;
                                } | null;
                                perms: string[];
                                language?: ("en" | "de" | "es" | "fr" | "ja" | "zh") | null;
                                version: number;
                            } | {
                                type: "employee";
                                id: number;
                                fullname: string;
                                display_name: string;
                                email: string;
                                employee_number: string;
                                title: {
                                    id: number;
                                    name: string;
                                    title_name: string;
                                } | null;
                                division: {
                                    id: number;
                                    name: string;
                                } | null;
                                departement: {
                                    id: number;
                                    name: string;
                                } | null;
                                point: number;
                                phone_number: string;
                                linkedln: string;
                                facebook: string;
                                instagram: string;
                                office_address: string;
                                office_phone: string;
                                absences: {
                                    id: number;
                                    from: string;
                                    until: string;
                                    stand_in: {
                                        id: number;
                                        name: string;
                                        isInactive?: boolean;
                                    } | null;
                                }[];
                                thumbnail: string | null;
                                pic: string | null;
                                shortcuts: {
                                    link: string;
                                    title: string;
                                    is_own: boolean;
                                }[];
                                perms: string[];
                                language?: ("en" | "de" | "es" | "fr" | "ja" | "zh") | null;
                                version: number;
                            };
                        };
                        position: string;
                    };
                };
            };
        };
    };
    postAuthResendOtp: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    data: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        data: {
                            data: string;
                            email: string;
                            passkey: boolean;
                        };
                    };
                };
            };
        };
    };
    postAuthLogout: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        position: string | null;
                        data: {
                            type: ("user" | "employee") | null;
                        };
                    };
                };
            };
        };
    };
    postAuthRegister: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    email: string;
                    fullname: string;
                    username: string;
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        data: {
                            accessToken: null;
                        };
                    };
                };
            };
        };
    };
    postAuthReset: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                    };
                };
            };
        };
    };
    postAuthResetEmployee: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                    };
                };
            };
        };
    };
    postMeRevert: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    version: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        notes?: {
                            message: string;
                            id: string;
                            values: {
                                [key: string]: string | number;
                            };
                        }[];
                        data?: {
                            [key: string]: unknown;
                        };
                        position?: string | null;
                        projected?: boolean;
                        results?: {
                            id: number;
                            ok: boolean;
                            message: string;
                            says: {
                                id: string;
                                values: {
                                    [key: string]: string | number;
                                };
                            };
                        }[];
                    };
                };
            };
        };
    };
    postMeEmail: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    password: string;
                    email: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        data: {
                            data: string;
                            email: string;
                        };
                    };
                };
            };
        };
    };
    postMeEmailVerify: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    data: string;
                    otp: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        position: string | null;
                    };
                };
            };
        };
    };
    deleteMeSignInsById: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                    };
                };
            };
        };
    };
    putMeLanguage: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    language: "en" | "de" | "es" | "fr" | "ja" | "zh";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                    };
                };
            };
        };
    };
    postMePasskeysOptions: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            challenge: string;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    deleteMePasskeysById: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                    };
                };
            };
        };
    };
    patchMePasskeysById: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                    };
                };
            };
        };
    };
    postUtilityCheckPage: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    type: string;
                    url: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            exists: boolean;
                            id: number | null;
                            slug: string | null;
                        };
                    };
                };
            };
        };
    };
    postUtilityJobApply: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    job_id: number | string;
                    reason: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        notes?: {
                            message: string;
                            id: string;
                            values: {
                                [key: string]: string | number;
                            };
                        }[];
                        data?: {
                            [key: string]: unknown;
                        };
                        position?: string | null;
                        projected?: boolean;
                        results?: {
                            id: number;
                            ok: boolean;
                            message: string;
                            says: {
                                id: string;
                                values: {
                                    [key: string]: string | number;
                                };
                            };
                        }[];
                    };
                };
            };
        };
    };
    postUtilityIsoSubmit: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    subject: string;
                    message: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        notes?: {
                            message: string;
                            id: string;
                            values: {
                                [key: string]: string | number;
                            };
                        }[];
                        data?: {
                            [key: string]: unknown;
                        };
                        position?: string | null;
                        projected?: boolean;
                        results?: {
                            id: number;
                            ok: boolean;
                            message: string;
                            says: {
                                id: string;
                                values: {
                                    [key: string]: string | number;
                                };
                            };
                        }[];
                    };
                };
            };
        };
    };
    postUtilityRequestStationery: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    content: string | {
                        [key: string]: unknown;
                    }[];
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        notes?: {
                            message: string;
                            id: string;
                            values: {
                                [key: string]: string | number;
                            };
                        }[];
                        data?: {
                            [key: string]: unknown;
                        };
                        position?: string | null;
                        projected?: boolean;
                        results?: {
                            id: number;
                            ok: boolean;
                            message: string;
                            says: {
                                id: string;
                                values: {
                                    [key: string]: string | number;
                                };
                            };
                        }[];
                    };
                };
            };
        };
    };
    postUtilityMailResend: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    id?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        data: {
                            count: number;
                        };
                    };
                };
            };
        };
    };
    postUtilityUploadFiles: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    file: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        data: {
                            location: string;
                            id: number;
                        };
                        position: string | null;
                    };
                };
            };
        };
    };
    postUtilityPreview: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    content: string;
                    css: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            content: string;
                            css: string;
                            removed: string[];
                        };
                    };
                };
            };
        };
    };
    postJobByIdCancel: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        notes?: {
                            message: string;
                            id: string;
                            values: {
                                [key: string]: string | number;
                            };
                        }[];
                        data?: {
                            [key: string]: unknown;
                        };
                        position?: string | null;
                        projected?: boolean;
                        results?: {
                            id: number;
                            ok: boolean;
                            message: string;
                            says: {
                                id: string;
                                values: {
                                    [key: string]: string | number;
                                };
                            };
                        }[];
                    };
                };
            };
        };
    };
    postJobByIdUndo: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        notes?: {
                            message: string;
                            id: string;
                            values: {
                                [key: string]: string | number;
                            };
                        }[];
                        data?: {
                            [key: string]: unknown;
                        };
                        position?: string | null;
                        projected?: boolean;
                        results?: {
                            id: number;
                            ok: boolean;
                            message: string;
                            says: {
                                id: string;
                                values: {
                                    [key: string]: string | number;
                                };
                            };
                        }[];
                    };
                };
            };
        };
    };
    putMeShortcuts: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    shortcuts: {
                        link: string;
                        title: string;
                    }[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                    };
                };
            };
        };
    };
    postEvidenceByIdCancel: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                    };
                };
            };
        };
    };
    postUtilityOperationsReplay: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                        data: {
                            replayed: number;
                            left: number;
                        };
                    };
                };
            };
        };
    };
    postUtilityOperationsRebuild: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "success";
                        name: string;
                        message: string;
                        id: string;
                        values: {
                            [key: string]: string | number;
                        };
                    };
                };
            };
        };
    };
}
